// Every free text of the schema says what it may tell of a person, and is stored as it says.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { columnName, SEALED_COLUMNS } from '../../../server/store/encryption/sealed-columns.ts';
import { everything } from '../../support/every-row.ts';
import { FREE_COLUMNS } from '../../support/schema/free-columns.ts';
import {
  judgePersonal,
  PERSONAL_COLUMNS,
  type PersonalKind,
} from '../../support/schema/personal-columns.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { WORDS } from './fill-words.ts';
import { fill } from './key-scene.ts';

const namesOf = (kind: PersonalKind) =>
  PERSONAL_COLUMNS.filter(([, told]) => told === kind).map(([name]) => name);

suite('what texts tell of people', () => {
  let service: TestApp;
  before(async () => {
    service = await openTestApp();
    await fill(service.app);
  });
  after(() => service.stop());

  const countOf = async (name: string, condition: string) => {
    const [table, column] = name.split('.');
    const text = `select count(*)::int as count from ${table}
      where ${column} is not null and ${condition.replaceAll('COLUMN', String(column))}`;
    const [row] = await scene.sql<{ count: number }>(service.app, text);
    return row?.count;
  };

  test('is said of every free text, once', () => {
    deepEqual(judgePersonal(FREE_COLUMNS), []);
    deepEqual(judgePersonal([...FREE_COLUMNS, 'trades.payer_name']), [
      'trades.payer_name: of a person?',
    ]);
    const [gone = '', ...rest] = FREE_COLUMNS;
    deepEqual(judgePersonal(rest), [`${gone}: no such column`]);
  });

  test('is encrypted where it says so', async () => {
    const texts = SEALED_COLUMNS.filter(({ form }) => form === 'text').map(columnName);
    deepEqual(namesOf('sealed').toSorted(), texts.toSorted());
    for (const name of namesOf('sealed')) {
      equal(await countOf(name, "COLUMN not like 'sealed:%'"), 0, name);
    }
  });

  test('is nowhere else either, in any form', async () => {
    const text = await everything(service.app);
    ok(text.includes('each month'), 'a note, which is readable');
    for (const word of Object.values(WORDS)) {
      const bytes = Buffer.from(word);
      for (const form of [word, bytes.toString('hex'), bytes.toString('base64url')]) {
        ok(!text.includes(form), word);
      }
    }
  });

  test('is no text where it is a digest', async () => {
    for (const name of namesOf('digest')) {
      equal(await countOf(name, "COLUMN !~ '^[^ ]{20,}$'"), 0, name);
    }
  });
});
