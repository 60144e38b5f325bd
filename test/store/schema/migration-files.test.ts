// A migration is cut into statements at its own semicolons only, and says which processes go on.
import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { MARKED_MIGRATION } from '../../../bench/against/marked-commit.ts';
import {
  MIGRATIONS_FOLDER,
  migrationFile,
  readMigrations,
  splitStatements,
} from '../../../server/store/schema/migration-files.ts';

const FUNCTION = `create function f() returns int language plpgsql as $$
begin
  return 1; -- it's one
end $$`;

const CASES: [what: string, text: string, statements: string[]][] = [
  ['one statement', '-- Why.\nselect 1;\n', ['-- Why.\nselect 1']],
  ['several', 'select 1;\n\n-- And\nselect 2;\n', ['select 1', '-- And\nselect 2']],
  ['a last one without its semicolon', 'select 1;\nselect 2', ['select 1', 'select 2']],
  [
    'in a comment',
    "select 1 -- it's one; or two\n;select 2;",
    ["select 1 -- it's one; or two", 'select 2'],
  ],
  ['in a text', "select 'a;''b;'; select 2;", ["select 'a;''b;'", 'select 2']],
  ['in a name', 'select 1 as "a;b"; select 2;', ['select 1 as "a;b"', 'select 2']],
  ['in a function', `${FUNCTION};\nselect 2;`, [FUNCTION, 'select 2']],
  [
    'in a named quotation',
    'do $a$ select $$;$$; $a$; select 2;',
    ['do $a$ select $$;$$; $a$', 'select 2'],
  ],
  ['comments alone', '-- Nothing.\n;-- Nothing;\n', []],
];

for (const [what, text, statements] of CASES) {
  test(`semicolons: ${what}`, () => deepEqual(splitStatements(text), statements));
}

test('processes of the last release go on after each migration since', async () => {
  const since = (await readMigrations(MIGRATIONS_FOLDER)).filter(
    ({ version }) => version > MARKED_MIGRATION,
  );
  // One for which all processes have to be stopped is a decision, and the next release's mark.
  const stopping = since.filter(({ needs }) => needs > MARKED_MIGRATION).map(migrationFile);
  deepEqual(stopping, []);
});
