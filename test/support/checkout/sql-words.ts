// Reads the SQL in the source, and finds words that are in no list and lists that repeat one of the
// code's own lists.
import {
  isNoSubstitutionTemplateLiteral,
  isStringLiteral,
  isTemplateExpression,
  type Node,
} from 'typescript/unstable/ast';
import type { StoredWords } from '../schema/stored-words.ts';
import type { Sources } from './checkout.ts';
import { lineAt, visit, withTrees } from './syntax.ts';

type Text = { path: string; line: number; text: string };

/** Replaces an expression in a template: its value is not a word of the text itself. */
const MADE = '§';

function textOf(node: Node): string | null {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map((span) => MADE + span.literal.text).join('');
}

function readTexts(sources: Sources): Text[] {
  return withTrees(sources, (trees) =>
    trees.flatMap(({ path, text, file }) => {
      const found: Text[] = [];
      visit(file, (node) => {
        const told = textOf(node);
        if (told === null || !told.includes("'")) return;
        found.push({ path, line: lineAt(text, node.getStart(file)), text: told });
      });
      return found;
    }),
  );
}

type Compared = { alias: string | undefined; column: string; word: string };

const COLUMN = String.raw`(?:(\w+)\.)?(\w+)`;
const COMPARISON = new RegExp(
  String.raw`${COLUMN}\s*(?:=|<>|!=|\bis(?:\s+not)?\s+distinct\s+from)\s*'([^']*)'(?!\s*\|\|)`,
  'g',
);
const MEMBER = new RegExp(String.raw`'([^']*)'\s*=\s*any\s*\(\s*${COLUMN}\s*\)`, 'g');
const CASE = new RegExp(String.raw`\bcase\s+${COLUMN}\s+(when\s+'.*?)\bend\b`, 'gs');
const LITERAL_LIST = new RegExp(String.raw`${COLUMN}\s+(?:not\s+)?in\s*\(\s*'`, 'g');
const TABLE = /\b(?:from|join|update|into)\s+(\w+)(?:\s+as)?(?:\s+(\w+))?/g;

const whensOf = (branches: string): string[] =>
  [...branches.matchAll(/\bwhen\s+'([^']*)'/g)].map(([, word = '']) => word);

function comparedIn(text: string): Compared[] {
  const compared = (
    alias: string | undefined,
    column: string | undefined,
    word: string | undefined,
  ): Compared => ({ alias, column: column ?? '', word: word ?? '' });
  return [
    ...[...text.matchAll(COMPARISON)].map(([, alias, column, word]) =>
      compared(alias, column, word),
    ),
    ...[...text.matchAll(MEMBER)].map(([, word, alias, column]) => compared(alias, column, word)),
    ...[...text.matchAll(CASE)].flatMap(([, alias, column, branches = '']) =>
      whensOf(branches).map((word) => compared(alias, column, word)),
    ),
  ];
}

/** The lists that a column's words may come from; only its own table's if the text names it. */
function listsOf(words: StoredWords, text: string, { alias, column }: Compared) {
  const tables = [...text.matchAll(TABLE)].map(([, table = '', name = table]) => ({ table, name }));
  const named = tables.filter(({ table, name }) => alias === name || alias === table);
  const among = alias === undefined ? tables : named;
  const own = among.flatMap(({ table }) => words[`${table}.${column}`] ?? []);
  if (own.length > 0 || named.length > 0) return own;
  // Only a piece of a statement: any table with such a column may be meant.
  return Object.entries(words).flatMap(([name, list]) => (name.endsWith(`.${column}`) ? list : []));
}

/** Lists that are used by one statement only. */
function listsIn(text: string, names: ReadonlySet<string>): string[] {
  const lists = [...text.matchAll(LITERAL_LIST)]
    .filter(([, , column = '']) => names.has(column))
    .map(([, , column]) => `${column} in a list of its own: make it by oneOf() from a named one`);
  const cases = [...text.matchAll(CASE)]
    .filter(([, , column = '', branches = '']) => names.has(column) && whensOf(branches).length > 1)
    .map(([, , column]) => `case ${column} of its own: make it by caseOf() from a total table`);
  const arrays = /\barray\s*\[\s*'/.test(text) ? ['an array of words: name its list'] : [];
  return [...lists, ...cases, ...arrays];
}

/** A list literal in the call repeats a list just as one in the SQL does. */
function namelessIn(path: string, text: string): string[] {
  if (!text.includes('/word-list.ts')) return [];
  return [...text.matchAll(/\b(?:oneOf\(\s*\[|caseOf\([^,]*,\s*\{)/g)].map(
    ({ index }) => `${path}:${lineAt(text, index)}: give the list a name and a type`,
  );
}

type SqlFindings = { breaches: string[]; compared: number };

/** `columns`: every text column of the schema, as `table.column`. */
export function judgeSql(
  sources: Sources,
  words: StoredWords,
  columns: readonly string[],
): SqlFindings {
  const names = new Set(columns.map((column) => column.slice(column.indexOf('.') + 1)));
  const breaches = [...sources].flatMap(([path, text]) => namelessIn(path, text));
  let count = 0;
  for (const { path, line, text } of readTexts(sources)) {
    const compared = comparedIn(text)
      .map((one) => ({ ...one, list: listsOf(words, text, one) }))
      .filter(({ list, word }) => list.length > 0 && !word.includes(MADE));
    count += compared.length;
    const strange = compared.filter(({ list, word }) => !list.includes(word));
    const found = [
      ...listsIn(text, names),
      ...strange.map(({ column, word }) => `${column} is never '${word}'`),
    ];
    breaches.push(...found.map((what) => `${path}:${line}: ${what}`));
  }
  return { breaches, compared: count };
}
