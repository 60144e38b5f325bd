// The dialect of the service's statements, so that the same text runs on any PostgreSQL and on
// tables that are distributed over several machines: each rule with its reason.
import { oneLine } from './migration-rules.ts';

/** One statement, without comments and literals, in one line. */
type Judged = { text: string; is_write: boolean };

export type StatementRule = {
  name: string;
  reason: string;
  find: (judged: Judged) => boolean;
};

const WRITE =
  /\b(?:insert into|delete from|merge into)\b|\bupdate \w+(?: as)?(?: (?!set)\w+)? set\b/;

/** Each call gives another value. */
const VOLATILE =
  /\b(?:clock_timestamp|timeofday|random|gen_random_uuid|uuidv\d|nextval|setval|pg_sleep)\s*\(/;
/** The same in the whole statement, but known only once it runs. */
const CLOCKS = [
  String.raw`(?:now|statement_timestamp|transaction_timestamp)\s*\(`,
  String.raw`(?:current|local)_?time(?:stamp)?\b`,
  String.raw`current_date\b`,
];
const CLOCK = new RegExp(String.raw`\b(?:${CLOCKS.join('|')})`);

/** From an opening bracket to the one that closes it. */
function bracketAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}

/** Each `case … end` with those that are in it, and the arguments of each `coalesce`. */
function conditionsIn(text: string): string[] {
  const cases: string[] = [];
  const open: number[] = [];
  for (const { 0: word, index } of text.matchAll(/\b(?:case|end)\b/g)) {
    if (word === 'case') open.push(index);
    else cases.push(text.slice(open.pop() ?? index, index));
  }
  const choices = [...text.matchAll(/\bcoalesce\s*\(/g)].map(({ 0: call, index }) =>
    bracketAt(text, index + call.length - 1),
  );
  return [...cases, ...choices];
}

/** What follows a word, to the end of the statement or of the bracket that it is in. */
function after(text: string, word: RegExp): string[] {
  return [...text.matchAll(word)].map(({ 0: found, index }) => {
    const start = index + found.length;
    let depth = 0;
    for (let at = start; at < text.length; at += 1) {
      if (text[at] === '(') depth += 1;
      if (text[at] === ')') depth -= 1;
      if (depth < 0) return text.slice(start, at);
    }
    return text.slice(start);
  });
}

const ALIASED_UPSERT =
  /\binsert into \w+ (?:as )?(?!(?:values|select|with|default)\b)\w+[ (].*\bon conflict\b/;

const STORED = /\b(?:from|join) (?!unnest\b|lateral\b|generate_series\b)\w+\b(?! ?\()/;

/** What a set of the update itself, or its condition, makes of a column of time. */
const MOVED_COLUMN = /\bupdate \w+(?: \w+)? set [^()]*_(?:at|until|from) [+-] [^,()]*\binterval\b/;

/** What else PostgreSQL marks as stable, because settings or the time zone may change it. */
const STABLES = [
  ...['to_timestamp', 'to_char', 'concat(?:_ws)?', 'format', 'convert_(?:to|from)'],
  ...['array_to_string', '(?:to|row_to|array_to)_jsonb?', String.raw`jsonb?_build_\w+`],
  'current_setting',
];
const STABLE = new RegExp(String.raw`\binterval\b|\b(?:${STABLES.join('|')})\s*\(`);

const readsWithStable = (insert: string): boolean =>
  /\bselect\b/.test(insert) && STORED.test(insert) && (CLOCK.test(insert) || STABLE.test(insert));

/** PostgreSQL puts what a query in brackets gives where it is used, unless it locks rows. */
const isReturnedFromBeside = (text: string): boolean =>
  /\breturning (?!\d)/.test(text) &&
  after(text, /\b(?:from|using) \(/g).some(
    (query) => CLOCK.test(query) && !/\bfor (?:no key )?update\b/.test(query),
  );

/** Views whose query reads roles. */
const ROLES_VIEW = /\b(?:from|join) pg_(?:stat_(?:activity|replication)|roles|user|group)\b/;
const OWN_TABLE =
  /\b(?<!epoch )(?:from|join) (?!unnest\b|lateral\b|generate_series\b|pg_)\w+\b(?! ?\()/;

/** Such a lock or message is the machine's own. */
const OF_MACHINE = /\bpg_(?:try_)?advisory\w*lock\w*\s*\(|\bpg_logical_emit_message\s*\(/;

const has =
  (pattern: RegExp) =>
  ({ text }: Judged) =>
    pattern.test(text);

export const STATEMENT_RULES: readonly StatementRule[] = [
  {
    name: 'another value at each call',
    reason: 'a write is sent to the machine that has the rows, which would compute another value',
    find: ({ text, is_write }) => is_write && VOLATILE.test(text),
  },
  {
    name: 'clock in a condition',
    reason: 'the time is put in before the statement is sent, which it is not in case and coalesce',
    find: ({ text, is_write }) => is_write && conditionsIn(text).some((one) => CLOCK.test(one)),
  },
  {
    name: 'short form of a condition',
    reason: 'on the way to another machine "case x when y" is computed to an unknown answer',
    find: ({ text, is_write }) => is_write && /\bcase (?!when\b)/.test(text),
  },
  {
    name: 'clock after a conflict',
    reason: 'what an upsert sets must follow from its rows: use excluded',
    find: ({ text }) => after(text, /\bon conflict\b/g).some((one) => CLOCK.test(one)),
  },
  {
    name: 'clock in what is returned',
    reason: 'a write that is sent elsewhere returns only what follows from its rows',
    find: ({ text, is_write }) =>
      is_write &&
      (after(text, /\breturning\b/g).some((one) => CLOCK.test(one)) || isReturnedFromBeside(text)),
  },
  {
    name: 'stable function in an insert of stored rows',
    reason: 'with it Citus 13 sends a broken text: read first, and pass what it gives as a value',
    find: ({ text }) => after(text, /\binsert into\b/g).some(readsWithStable),
  },
  {
    name: 'column and interval in a write',
    reason: 'Citus refuses a stable function of a column: pass the time, or read what to write',
    find: ({ text, is_write }) => is_write && MOVED_COLUMN.test(text),
  },
  {
    name: 'query among values',
    reason: 'a distributed PostgreSQL takes a query in an insert only as insert … select',
    find: has(/\binsert into \w+ (?:\([^)]*\) )?values \([^;]*\( ?select\b/),
  },
  {
    name: 'collation in a write',
    reason: 'if anything else is computed before the statement is sent, it is lost: read in order',
    find: ({ text, is_write }) => is_write && /\bcollate\b/.test(text),
  },
  {
    name: 'alias in an upsert',
    reason: 'the alias is lost on the way to the machine that has the rows: name the table',
    find: has(ALIASED_UPSERT),
  },
  {
    name: 'conflict by constraint',
    reason: 'the name of a constraint differs on each part of a distributed table',
    find: has(/\bon conflict on constraint\b/),
  },
  {
    name: 'merge',
    reason: 'PostgreSQL before 15 and some distributed ones have none',
    find: has(/\bmerge into\b/),
  },
  {
    name: 'recursion that writes',
    reason: 'a distributed PostgreSQL takes no recursion in a statement that writes',
    find: ({ text, is_write }) => is_write && /\bwith recursive\b/.test(text),
  },
  {
    name: 'schema by name',
    reason: 'a set of tables is chosen by its role, whose search path leads to its schema',
    find: has(/\bpublic\.|\bsearch_path\b/),
  },
  {
    name: 'plans by the statement',
    reason: 'how plans are made depends on the engine: it is set in one place',
    find: has(/\bplan_cache_mode\b|\bset (?:local )?enable_\w+/),
  },
  {
    name: 'lock or message beside no row',
    reason:
      'it must be on the machine that has the rows, where a query goes that reads one of them',
    find: ({ text }) => OF_MACHINE.test(text) && !STORED.test(text),
  },
  {
    name: 'view of roles beside rows',
    reason:
      'Citus checks the rights on what the view reads, and nobody may read pg_authid: ask alone',
    find: ({ text }) => ROLES_VIEW.test(text) && OWN_TABLE.test(text),
  },
  {
    name: 'shared snapshot',
    reason:
      'it is of the machine that was asked: the rows of another one are seen as they are then',
    find: has(/\bpg_export_snapshot\b|\bset transaction snapshot\b/),
  },
  {
    name: 'two statements',
    reason: 'statements are sent one at a time',
    find: has(/;\s*\S/),
  },
];

export type StatementFault = { rule: string; path: string; line: number; what: string };

export function findStatementFaults(
  statements: readonly { path: string; line: number; text: string }[],
): StatementFault[] {
  return statements.flatMap(({ path, line, text: given }) => {
    const text = oneLine(given);
    const judged = { text, is_write: WRITE.test(text) };
    return STATEMENT_RULES.filter(({ find }) => find(judged)).map(({ name }) => ({
      rule: name,
      path,
      line,
      what: text.slice(0, 80),
    }));
  });
}
