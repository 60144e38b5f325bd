// Compares the check constraints and partial indexes of a real database with the lists in the code:
// the database itself is asked which words each of them accepts.
import type { ConditionRule, StoredRow } from './condition-rules.ts';
import type { StoredWords } from './stored-words.ts';

/** The part of a connection that is needed here; a `pg` client has it. */
type Asked = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};

type Column = { table: string; name: string; is_list: boolean };
type Condition = { table: string; name: string; expression: string; is_check: boolean };

type Schema = { columns: readonly Column[]; conditions: readonly Condition[] };

/** A word that is in no list. */
const UNKNOWN = 'unheard_of';

const COLUMNS = `
  select c.relname as table, a.attname as name, a.atttypid = 'text[]'::regtype as is_list,
    a.atttypid in ('text'::regtype, 'text[]'::regtype) as is_text
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped`;

const CONDITIONS = `
  select c.relname as table, k.conname as name, true as is_check,
    pg_get_expr(k.conbin, k.conrelid) as expression
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'c' and c.relnamespace = current_schema()::regnamespace
  union all
  select c.relname, i.relname, false, pg_get_expr(x.indpred, x.indrelid)
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
  where x.indpred is not null and c.relnamespace = current_schema()::regnamespace
  order by name`;

async function readSchema(db: Asked): Promise<Schema & { texts: readonly string[] }> {
  const columns = (await db.query(COLUMNS)).rows.map((row) => ({
    table: String(row.table),
    name: String(row.name),
    is_list: row.is_list === true,
    is_text: row.is_text === true,
  }));
  const conditions = (await db.query(CONDITIONS)).rows.map((row) => ({
    table: String(row.table),
    name: String(row.name),
    expression: String(row.expression),
    is_check: row.is_check === true,
  }));
  const texts = columns.filter(({ is_text }) => is_text);
  return { columns, conditions, texts: texts.map(({ table, name }) => `${table}.${name}`) };
}

const namesWords = ({ expression }: Condition): boolean => /'[\w/]+'::text/.test(expression);

function mentioned({ columns }: Schema, { table, expression }: Condition): Column[] {
  const names = new Set(expression.replaceAll(/'[^']*'/g, '').match(/\w+/g));
  return columns.filter((column) => column.table === table && names.has(column.name));
}

type Look = { row: StoredRow; holds: boolean };

/** Asks the database about every combination of the words. */
async function lookAt(
  db: Asked,
  condition: Condition,
  closed: readonly { column: Column; words: readonly string[] }[],
  beside: Readonly<Record<string, string>>,
): Promise<Look[]> {
  const lists = closed.map((_, index) => `unnest($${index + 1}::text[]) as w${index}(word)`);
  const given = closed.map(({ column: { name, is_list } }, index) =>
    is_list ? `array[w${index}.word] as ${name}` : `w${index}.word as ${name}`,
  );
  const others = Object.entries(beside).map(([name, value]) => `${value} as ${name}`);
  // Also the words that the database alone knows. A check is to refuse every other word as well;
  // what an index says of words that cannot be written is nothing.
  const own = [...condition.expression.matchAll(/'([\w/]+)'::text/g)].map(([, word]) => word);
  const strange = condition.is_check ? [UNKNOWN] : [];
  const asked = closed.map((_, index) => `w${index}.word as v${index}`);
  const { rows } = await db.query(
    `select ${asked.join(', ')}, coalesce(${condition.expression}, ${condition.is_check}) as holds
     from ${lists.join(' cross join ')}
     cross join lateral (select ${[...given, ...others].join(', ')}) as written`,
    closed.map(({ words }) => [...new Set([...words, ...own, ...strange])]),
  );
  return rows.map((row) => ({
    row: Object.fromEntries(
      closed.map(({ column }, index) => [column.name, `${row[`v${index}`]}`]),
    ),
    holds: row.holds === true,
  }));
}

const inWords = (row: StoredRow): string =>
  Object.entries(row)
    .map(([name, word]) => `${name} ${word}`)
    .join(', ');

function compare(name: string, looks: readonly Look[], rule: ConditionRule): string[] {
  return looks.flatMap(({ row, holds }) => {
    if (rule.among !== undefined && !rule.among(row)) return [];
    if (rule.holds(row) === holds) return [];
    return [
      `${name}: ${inWords(row)} is ${holds ? 'let in' : 'left out'}, the rules say otherwise`,
    ];
  });
}

type Closed = { column: Column; words: readonly string[] };
type Judged = { breaches: string[]; guarded: string[] };

/** The columns in which an unknown word is always refused, whatever the other columns contain. */
function guardedBy(table: string, closed: readonly Closed[], looks: readonly Look[]): string[] {
  return closed.flatMap(({ column: { name } }) => {
    const strange = looks.filter(({ row }) => row[name] === UNKNOWN);
    const is_guard = strange.length > 0 && strange.every(({ holds }) => !holds);
    return is_guard ? [`${table}.${name}`] : [];
  });
}

async function judgeRule(
  db: Asked,
  condition: Condition,
  columns: readonly { column: Column; words: readonly string[] | undefined }[],
  rule: ConditionRule | undefined,
): Promise<Judged> {
  const { table, name } = condition;
  const closed = columns.flatMap(({ column, words }) =>
    words === undefined ? [] : [{ column, words }],
  );
  const others = columns.flatMap(({ column, words }) => (words === undefined ? column.name : []));
  const missing = others.filter((other) => rule?.beside?.[other] === undefined);
  if (closed.length === 0 || missing.length > 0) {
    const what = `compares with words, and no rule tells it (${table}: ${missing.join(', ')})`;
    return { breaches: [`${name}: ${what}`], guarded: [] };
  }
  // Without a rule, the condition must accept the whole list.
  const holds = (row: StoredRow) =>
    closed.every(({ column, words }) => words.includes(row[column.name] ?? ''));
  const looks = await lookAt(db, condition, closed, rule?.beside ?? {});
  return {
    breaches: compare(name, looks, rule ?? { holds }),
    guarded: guardedBy(table, closed, looks),
  };
}

function judgeGuards(
  words: StoredWords,
  guarded: ReadonlySet<string>,
  unguarded: readonly string[],
): string[] {
  return Object.keys(words).flatMap((column) => {
    if (guarded.has(column) !== unguarded.includes(column)) return [];
    const fact = guarded.has(column) ? 'a constraint guards' : 'no constraint guards';
    return [`${column}: ${fact} its list, and UNGUARDED says otherwise`];
  });
}

/** Every breach in a sentence; none if code and database agree. */
export async function judgeSchema(
  db: Asked,
  words: StoredWords,
  rules: Readonly<Record<string, readonly ConditionRule[]>>,
  unguarded: readonly string[],
): Promise<string[]> {
  const schema = await readSchema(db);
  const conditions = schema.conditions.filter(namesWords);
  const judged: Judged[] = [];
  for (const condition of conditions) {
    const columns = mentioned(schema, condition).map((column) => ({
      column,
      words: words[`${condition.table}.${column.name}`],
    }));
    for (const rule of rules[condition.name] ?? [undefined]) {
      judged.push(await judgeRule(db, condition, columns, rule));
    }
  }
  const gone = Object.keys(rules).filter((rule) => !conditions.some(({ name }) => name === rule));
  return [
    ...judged.flatMap(({ breaches }) => breaches),
    ...gone.map((name) => `${name}: a rule without a constraint or index`),
    ...judgeGuards(words, new Set(judged.flatMap(({ guarded }) => guarded)), unguarded),
  ];
}

/** Text columns that are missing from the lists, and listed columns that no longer exist. */
export async function judgeColumns(db: Asked, told: readonly string[]): Promise<string[]> {
  const { texts } = await readSchema(db);
  return [
    ...texts.filter((name) => !told.includes(name)).map((name) => `${name}: closed list, or free?`),
    ...told
      .filter((name) => !texts.includes(name))
      .map((name) => `${name}: there is no such column`),
  ];
}
