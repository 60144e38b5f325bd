// What is kept of the objects that a person opened last: addresses and the names that were shown,
// of this person only, and only so many.

export type RecentObject = {
  /** Its address below /console. */
  readonly to: string;
  readonly name: string;
};

export type Kept = { readonly person: string | null; readonly objects: readonly RecentObject[] };

export const RECENT_MOST = 12;
const NAME_MOST = 80;

const isObject = (value: unknown): value is RecentObject =>
  typeof value === 'object' &&
  value !== null &&
  'to' in value &&
  'name' in value &&
  typeof value.to === 'string' &&
  // Only places of this console.
  /^\/[^/\\]/.test(value.to) &&
  typeof value.name === 'string';

/** What another version, or somebody with the developer tools, left is nothing. */
export function readKept(text: string | null, person: string | null): readonly RecentObject[] {
  if (text === null) return [];
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
  if (typeof kept !== 'object' || kept === null || !('person' in kept)) return [];
  if (kept.person !== person || !('objects' in kept) || !Array.isArray(kept.objects)) return [];
  return kept.objects.filter(isObject).slice(0, RECENT_MOST);
}

/** The newest first; one that was there already moves up, with its name of now. */
export function withRecent(
  before: readonly RecentObject[],
  { to, name }: RecentObject,
): readonly RecentObject[] {
  const now = { to, name: name.slice(0, NAME_MOST) };
  return [now, ...before.filter((one) => one.to !== to)].slice(0, RECENT_MOST);
}
