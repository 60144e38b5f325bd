// Finds the address that somebody probably meant: a slash, the version, the case or a plural is
// wrong, or a part is written otherwise.

/** Longer paths are no slips. */
const LONGEST = 200;

/** What people leave out or double. */
const UNSAID = new Set(['', 'api', 'v1']);

function wordOf(part: string): string {
  if (part.startsWith(':')) return ':';
  const letters = part.toLowerCase().replace(/[^a-z0-9]/g, '');
  return letters.endsWith('s') ? letters.slice(0, -1) : letters;
}

const wordsOf = (path: string) =>
  path
    .split('/')
    .map(wordOf)
    .filter((word) => !UNSAID.has(word));

/** Null if none is near; `known` are addresses with `:name` for what may be anything. */
export function nearPath(path: string, known: readonly string[]): string | null {
  if (path.length > LONGEST) return null;
  const given = wordsOf(path);
  const near = known.filter((url) => {
    const words = wordsOf(url);
    if (words.length === 0 || words.length !== given.length) return false;
    return words.every((word, at) => word === ':' || word === given[at]);
  });
  return near.toSorted((a, b) => a.split(':').length - b.split(':').length)[0] ?? null;
}
