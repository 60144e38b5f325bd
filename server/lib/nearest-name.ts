// Finds the known name that somebody probably meant.

/** The least number of letters to insert, remove, change or swap with the next one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const is_same = a[i - 1] === b[j - 1];
      const is_swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const ways = [
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (is_same ? 0 : 1),
        ...(is_swap ? [(before[j - 2] ?? 0) + 1] : []),
      ];
      row.push(Math.min(...ways));
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** `maxAmount`, `max-amount` and `max_amount` count as one name. */
const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const LEAST_PREFIX = 3;

/** The distance of two names; a name that begins like the other is near. */
function farness(given: string, known: string): number {
  const [a, b] = [plain(given), plain(known)];
  const shorter = Math.min(a.length, b.length);
  const is_beginning = shorter >= LEAST_PREFIX && (a.startsWith(b) || b.startsWith(a));
  return Math.min(distance(a, b), is_beginning ? 1 : Number.POSITIVE_INFINITY);
}

/** No known name is nearly as long: a longer text cannot be a typo. */
const LONGEST = 64;

/** Null if none is near: at most one letter in four may be wrong. */
export function nearestName(given: string, known: readonly string[]): string | null {
  if (given.length > LONGEST) return null;
  const near = known
    .map((name) => ({ name, far: farness(given, name) }))
    .filter(({ name, far }) => far <= Math.max(1, Math.floor(plain(name).length / 4)))
    .toSorted((a, b) => a.far - b.far || distance(given, a.name) - distance(given, b.name));
  return near[0]?.name ?? null;
}
