// What `on conflict` names in the source of the service: PostgreSQL refuses the statement if no
// unique index has exactly these columns, so such an index must stay while a process names it.

/** A table, and its columns with the condition of a partial index, as the statement has them. */
export type ConflictTarget = { table: string; target: string };

/** What the names in the templates of a file stand for, in each statement that is made of them. */
const TEMPLATES: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  'server/store/approval/bands.ts': [{ table: 'approval_bands' }, { table: 'approval_sums' }],
  'server/store/trade/count-events.ts': [
    { table: 'trade_slots', time: 'slot' },
    { table: 'trade_days', time: 'day' },
  ],
  'server/store/trade/event-progress.ts': [
    { table: 'trade_count_heads' },
    { table: 'trade_word_heads' },
  ],
};

const TARGET = /on conflict\s*(\([^)]*\)(?:\s*where[\s\S]*?)?)\s*do (?:nothing|update)/g;
/** A statement, or the call that makes one of its second argument. */
const TABLE = /insert into (\w+|\$\{\w+\})|insertRows(?:<[\s\S]*?>)?\(\s*\w+,\s*'(\w+)'/g;

const named = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)\}/g, (whole, name) => words[name] ?? whole).replaceAll(/\s+/g, ' ');

/** Of one file; what a template stands for and is not known here stays a name. */
export function conflictTargetsOf(path: string, text: string): ConflictTarget[] {
  return [...text.matchAll(TARGET)].flatMap(({ 1: target = '', index }) => {
    const before = [...text.slice(0, index).matchAll(TABLE)].at(-1);
    const table = before?.[1] ?? before?.[2] ?? '';
    const is_template = `${table}${target}`.includes('${');
    const made_of = is_template ? (TEMPLATES[path] ?? [{}]) : [{}];
    return made_of.map((words) => ({ table: named(table, words), target: named(target, words) }));
  });
}
