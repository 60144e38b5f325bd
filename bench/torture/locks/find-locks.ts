// Finds every statement of the store that locks rows, a table or a number, and makes the text of
// its file without this lock.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type FoundLock = {
  /** The name of its query; of a file, if the query has none. */
  name: string;
  file: string;
  clause: string;
  /** The file's text without the lock. */
  without: string;
};

const STORE = 'server/store';
const QUERY_NAME = /['`]([a-z0-9]+(?:-[a-z0-9]+)+)-?(?:\$\{[^}]+\})?['`][,:]/g;

/** Each kind of lock, and what stands there without it. */
const KINDS: readonly { find: RegExp; instead: string }[] = [
  { find: /\bfor (?:no key update|update|share)(?: of \w+)?(?: skip locked)?\b/g, instead: '' },
  { find: /\bpg_advisory_xact_lock\(\d+\)/g, instead: '1' },
  { find: /\bpg_try_advisory_xact_lock\(\d+\)/g, instead: 'true' },
  { find: /\block table \$\{tables\} in access exclusive mode/g, instead: 'select 1' },
];

const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line);

export function locksIn(file: string, text: string): FoundLock[] {
  const found = KINDS.flatMap(({ find, instead }) =>
    [...text.matchAll(find)].map((match) => ({ at: match.index, clause: match[0], instead })),
  ).sort((a, b) => a.at - b.at);
  return found.flatMap(({ at, clause, instead }) => {
    const before = text.slice(0, at);
    if (isComment(before.slice(before.lastIndexOf('\n') + 1))) return [];
    const name = [...before.matchAll(QUERY_NAME)].at(-1)?.[1];
    return {
      name: name ?? file.replace(/^.*\/|\.ts$/g, ''),
      file,
      clause,
      without: before + instead + text.slice(at + clause.length),
    };
  });
}

/** In the order of files; a second lock of one query has a number behind its name. */
export async function findLocks(root: string): Promise<FoundLock[]> {
  const folder = join(root, STORE);
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const found: FoundLock[] = [];
  for (const file of files.toSorted()) {
    const path = `${STORE}/${file}`;
    found.push(...locksIn(path, await readFile(join(root, path), 'utf8')));
  }
  const seen = new Map<string, number>();
  return found.map((lock) => {
    const number = (seen.get(lock.name) ?? 0) + 1;
    seen.set(lock.name, number);
    return number === 1 ? lock : { ...lock, name: `${lock.name} ${number}` };
  });
}
