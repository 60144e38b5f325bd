// Settings before and after, as rows of the values that differ.
import { APPROVAL_TEXTS as texts } from '../../texts/approvals.ts';

type Row = { readonly name: string; readonly before: string; readonly after: string };

const NONE = '–';

/** `{a: {b: 1}, c: [2]}` → `a.b: 1`, `c.1: 2`. Lists of objects are named by their first values. */
function leaves(value: unknown, at: string): [string, string][] {
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [[at === '' ? texts.whole : at, String(value)]];
  const parts: [string, unknown][] = Array.isArray(value)
    ? value.map((item, index): [string, unknown] => [String(index + 1), item])
    : Object.entries(value);
  return parts.flatMap(([name, part]) => leaves(part, at === '' ? name : `${at}.${name}`));
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

function named(path: string): string {
  const words = path.replaceAll('_', ' ').replaceAll('.', ' · ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function settingRows(before: string | null, after: string | null): Row[] {
  const was = new Map(leaves(parsed(before), ''));
  const is = new Map(leaves(parsed(after), ''));
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((path) => was.get(path) !== is.get(path))
    .map((path) => ({
      name: named(path),
      before: was.get(path) ?? NONE,
      after: is.get(path) ?? NONE,
    }));
}
