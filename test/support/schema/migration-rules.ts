// The dialect of migrations, so that the same tables run on the embedded PostgreSQL, on a managed
// one and, as distributed schemas, on several machines: each rule with its reason.
import { splitStatements } from '../../../server/store/schema/migration-files.ts';

export type MigrationFile = { path: string; text: string };
export type DialectFault = { rule: string; path: string; what: string };

/** One statement without comments and literals, in one line, and what its file has besides. */
type Statement = {
  text: string;
  made: ReadonlySet<string>;
  /** Columns that the file adds to tables. */
  added: ReadonlySet<string>;
  /** Constraints that the file drops. */
  dropped: ReadonlySet<string>;
  in_file: number;
  /** The file says that processes of the release before go on. */
  others_go_on: boolean;
  /** The file says why the rows of older processes are unique, too. */
  was_unique: boolean;
  /**
   * The file names an earlier file's index that serves the statements of older processes, or says
   * which work of theirs becomes slower.
   */
  is_served: boolean;
};

type DialectRule = { name: string; reason: string; find: (statement: Statement) => boolean };

/** Bodies of functions stay: what they do is checked, too. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

const KNOWN = [
  /^create (?:unlogged )?table \w+ \(/,
  /^create (?:unique )?index (?:concurrently )?\w+ on \w+ /,
  /^create function \w+\(/,
  /^alter table \w+ /,
  /^drop (?:table|function) \w+/,
  /^drop index (?:concurrently )?\w+/,
  /^insert into \w+ /,
  /^update \w+ /,
  /^delete from \w+/,
  /^revoke [a-z, ]+ on \w+ from current_user$/,
  /^grant delete on \w+ to current_user$/,
];

/** The parts of a list that commas outside of brackets divide. */
function partsOf(list: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const letter of list) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${letter}`);
  }
  return parts.map((part) => part.trim());
}

const tableBody = (text: string): string[] => {
  const [, body] = /^create (?:unlogged )?table \w+ \((.*)\)(?: with \([^)]*\))?$/.exec(text) ?? [];
  return body === undefined ? [] : partsOf(body);
};

const commandsOf = (text: string): string[] => {
  const [, commands] = /^alter table \w+ (.*)$/.exec(text) ?? [];
  return commands === undefined ? [] : partsOf(commands);
};

const CONSTRAINT = /\b(?:check|unique|primary key|foreign key|references|exclude)\b/;
const NAMED = /^(?:add )?constraint \w+ /;

/** Columns with a constraint of their own, and constraints without a name. */
const isUnnamed = (part: string): boolean => CONSTRAINT.test(part) && !NAMED.test(part);

const CONCURRENT = /^(?:create (?:unique )?|drop )index concurrently /;

const has =
  (pattern: RegExp) =>
  ({ text }: Statement) =>
    pattern.test(text);

const ADDED_COLUMN = /^alter table \w+ add column (\w+) /;
const ADDED_CONSTRAINT = /^alter table (\w+) add constraint (\w+) (.*)$/;
const DROPPED_CONSTRAINT = /^alter table \w+ drop constraint (\w+)$/;
const NULLS_ALLOWED = /^alter table \w+ alter column \w+ drop not null$/;
const FILL = /^alter table \w+ set \(fillfactor = \d+\)$/;

/** Whether `on conflict` names an index that is dropped, conflict-targets.test.ts tells. */
function isIndexOfOthers({ text, made, was_unique, is_served }: Statement): boolean {
  if (text.startsWith('drop')) return is_served;
  if (!text.startsWith('create unique')) return true;
  return was_unique || made.has(/ on (\w+) /.exec(text)?.[1] ?? '');
}

/** New tables, and columns that may be left out: an older process does not meet them. */
function isBornByOthers(statement: Statement): boolean {
  const { text, made, added, dropped } = statement;
  if (/^(?:create (?:unique )?|drop )index /.test(text)) return isIndexOfOthers(statement);
  if (/^create (?:(?:unlogged )?table|function) /.test(text)) return true;
  if (ADDED_COLUMN.test(text)) return !/\bnot null\b/.test(text) || /\bdefault\b/.test(text);
  // Whether older processes know how to read such a null, no rule can tell.
  if (DROPPED_CONSTRAINT.test(text) || NULLS_ALLOWED.test(text)) return true;
  if (text.startsWith('grant ') || FILL.test(text)) return true;
  const [, table = '', name = '', rule = ''] = ADDED_CONSTRAINT.exec(text) ?? [];
  // One that replaces another lets through all that it did: that no rule can tell.
  if (dropped.has(name)) return true;
  if (table !== '') return made.has(table) || words(rule).some((word) => added.has(word));
  const [, of = ''] = /^(?:insert into|revoke [a-z, ]+ on) (\w+)/.exec(text) ?? [];
  return made.has(of);
}

const words = (text: string): string[] => text.match(/\w+/g) ?? [];

export const DIALECT_RULES: readonly DialectRule[] = [
  {
    name: 'unknown statement',
    reason: 'a kind of statement that no rule knows could do anything',
    find: ({ text }) => !KNOWN.some((form) => form.test(text)),
  },
  {
    name: 'another clock',
    reason: 'statement_timestamp() is the same on every machine that a statement reaches',
    find: has(/\b(?:clock_timestamp|transaction_timestamp|now|timeofday) ?\(|\bcurrent_time/),
  },
  {
    name: 'two commands',
    reason: 'a distributed PostgreSQL takes one command of ALTER TABLE at a time',
    find: ({ text }) => commandsOf(text).length > 1,
  },
  {
    name: 'constraint without a name',
    reason: 'a violation is told by its name, and ADD CONSTRAINT stands alone',
    find: ({ text }) => [...tableBody(text), ...commandsOf(text)].some(isUnnamed),
  },
  {
    name: 'foreign key in a table',
    reason: 'tables are distributed between their creation and their foreign keys',
    find: ({ text }) => tableBody(text).some((part) => /\breferences\b/.test(part)),
  },
  {
    name: 'table without a primary key',
    reason: 'a row is found, locked and copied by its key',
    find: ({ text }) =>
      /^create (?:unlogged )?table /.test(text) &&
      !tableBody(text).some((part) => /^constraint \w+ primary key /.test(part)),
  },
  {
    name: 'storage',
    reason: 'PostgreSQL 15 knows no STORAGE in a table, and a distributed one no SET STORAGE',
    find: has(/\bstorage\b/),
  },
  {
    name: 'alias in an insert',
    reason: 'a distributed PostgreSQL does not take an upsert whose table has an alias',
    find: has(/^insert into \w+ (?:as |(?!values|select|with|default)\w+ \()/),
  },
  {
    name: 'conflict by constraint',
    reason: 'the name of a constraint differs on each part of a distributed table',
    find: has(/\bon conflict on constraint\b/),
  },
  {
    name: 'blocking index',
    reason: 'a table that has rows must take writes while its index is built: concurrently',
    find: ({ text, made }) => {
      const [, table = ''] = /^create (?:unique )?index \w+ on (\w+)/.exec(text) ?? ['', ''];
      return table !== '' && !made.has(table);
    },
  },
  {
    name: 'concurrent index beside others',
    reason: 'it can be in no transaction, so it is the only statement of its file',
    find: ({ text, in_file }) => CONCURRENT.test(text) && in_file > 1,
  },
  {
    name: 'number of the database’s own',
    reason: 'ids are made by the service; sequences do not go with a schema that moves',
    find: has(/\b(?:small|big)?serial\b|\bas identity\b|\bnextval\b/),
  },
  {
    name: 'volatile default',
    reason: 'each part of a distributed table would compute another value',
    find: has(/\bdefault (?:\w+_timestamp|gen_random_uuid|uuidv\d|random|now)\b/),
  },
  {
    name: 'trigger or rule',
    reason: 'what a statement does is in its text',
    find: has(/\b(?:trigger|create rule)\b/),
  },
  {
    name: 'schema by name',
    reason: 'a set of tables is chosen by its role, whose search path leads to its schema',
    find: has(/\bpublic\.|\bsearch_path\b|\bset_config\b/),
  },
  {
    name: 'change within a query',
    reason: 'a distributed PostgreSQL takes no query that changes rows on its way',
    find: has(/^with\b|\bmerge into\b|\bwith recursive\b|\bas \((?:insert|update|delete) /),
  },
  {
    name: 'change that others do not bear',
    reason: 'processes of the release before read and write the same tables meanwhile',
    find: (statement) => statement.others_go_on && !isBornByOthers(statement),
  },
];

const GOES_ON = /^-- Processes that know \d{4} go on\.$/m;
const WAS_UNIQUE = /^-- Unique before: .+\.$/m;
const SERVED_BY = /^-- Served by (\w+)\.$/m;
const SLOWER = /^-- Slower meanwhile: .+\.$/m;
const INDEX = /^create (?:unique )?index (?:concurrently )?(\w+) /;

const tableMadeBy = (text: string): string | undefined =>
  /^create (?:unlogged )?table (\w+)/.exec(text)?.[1];

/** The files in the order of their numbers. */
export function findDialectFaults(files: readonly MigrationFile[]): DialectFault[] {
  const indexes = new Set<string>();
  return files.flatMap(({ path, text }) => {
    const texts = splitStatements(text).map(oneLine);
    const is_served = SLOWER.test(text) || indexes.has(SERVED_BY.exec(text)?.[1] ?? '');
    for (const one of texts) indexes.add(INDEX.exec(one)?.[1] ?? '');
    const file = {
      is_served,
      was_unique: WAS_UNIQUE.test(text),
      made: new Set(texts.flatMap((one) => tableMadeBy(one) ?? [])),
      dropped: new Set(texts.flatMap((one) => DROPPED_CONSTRAINT.exec(one)?.[1] ?? [])),
      added: new Set(texts.flatMap((one) => ADDED_COLUMN.exec(one)?.[1] ?? [])),
      in_file: texts.length,
      others_go_on: GOES_ON.test(text),
    };
    return texts.flatMap((one) =>
      DIALECT_RULES.filter(({ find }) => find({ text: one, ...file })).map(({ name }) => ({
        rule: name,
        path,
        what: one.slice(0, 80),
      })),
    );
  });
}
