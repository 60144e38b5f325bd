// What goes wrong with an act has a title that names the act: nobody reads "cannot be reached" and
// wonders whether their file was imported. A problem without an act is one of a reading.
import { deepEqual, doesNotMatch, match, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCheckout } from '../../../support/checkout/checkout.ts';

const SOURCES = [...readCheckout(['.tsx'])].filter(([file]) => file.startsWith('console/'));

const SOURCES_OF_HOOKS = [...readCheckout(['.ts', '.tsx'])].filter(([file]) =>
  file.startsWith('console/'),
);

const NOTE = /<(?:ProblemNote|SignInProblem)\b([^>]*(?:=>[^>]*)?)\/>/g;
const ERROR = /\berror=\{(\w+)(?:\.\w+)*/;

/** What gives the error that a note shows, by the name of what it is read from. */
function originOf(text: string, at: number, name: string): string {
  const before = text.slice(0, at);
  const bound = new RegExp(
    `const (?:\\{[^}=]*\\b${name}\\b[^}=]*\\}|${name})\\s*=\\s*([\\w.]+)`,
    'g',
  );
  return [...before.matchAll(bound)].at(-1)?.[1] ?? 'given';
}

/** Of each note that names no act: its file, and where its error comes from. */
function notesWithoutAct(sources: Iterable<readonly [string, string]>): string[] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(NOTE)].flatMap((note) => {
      const [, given = ''] = note;
      if (/\bact=/.test(given)) return [];
      const name = ERROR.exec(given)?.[1] ?? '';
      return [`${file}: ${originOf(text, note.index, name)}`];
    }),
  );
}

/** Of the console's own: each only asks. */
const OWN_READS = `
  useAttention useDetail useEndpoints useFile useFileProblems useForms useGuess useItems useLine
  useMe useNames usePossible usePossibleLines useWaiting`
  .trim()
  .split(/\s+/);

const READS = ['useRead', 'useQuery', 'useInfiniteQuery', ...OWN_READS];

/** Where the error is handed over: whoever hands it over has read something. */
const HANDED_OVER: ReadonlyMap<string, string> = new Map([
  ['console/parts/list/list-page.tsx: given', 'the list of a screen'],
  ['console/parts/problem.tsx: given', 'a screen that could not be drawn'],
  ['console/screens/customers/customer-orders.tsx: given', 'one of three lists of the page'],
  ['console/screens/start/today.tsx: month.error', 'the figures of the month'],
]);

const definitionOf = (name: string): string =>
  SOURCES_OF_HOOKS.flatMap(([, text]) => {
    const at = text.search(new RegExp(`(?:function ${name}\\b|const ${name} =)`));
    return at === -1 ? [] : [text.slice(at, text.indexOf('\n\n', at) + 1 || undefined)];
  }).join('\n');

describe('a problem that names no act', () => {
  it('is one of a reading', () => {
    const found = notesWithoutAct(SOURCES).filter(
      (one) => !READS.some((name) => one.endsWith(`: ${name}`)),
    );
    deepEqual([...new Set(found)].sort(), [...HANDED_OVER.keys()].sort());
  });

  it('comes from hooks that only ask', () => {
    for (const name of OWN_READS) {
      const text = definitionOf(name);
      match(text, /use(?:Read|Query|Attention|List)\b/, name);
      doesNotMatch(text, /use(?:Mutation|Act)\b/, name);
    }
  });

  it('is looked for in all of the console', () => {
    ok(notesWithoutAct(SOURCES).length > 40);
    const text = `
      const { mutate, error } = useAct(run);
      const file = useMutation({});
      <ProblemNote error={error} />
      <ProblemNote error={file.error} />
      <ProblemNote error={file.error} act={texts.save} />
      <ProblemNote error={error} retry={() => void refetch()} />`;
    deepEqual(notesWithoutAct([['a.tsx', text]]), [
      'a.tsx: useAct',
      'a.tsx: useMutation',
      'a.tsx: useAct',
    ]);
  });
});
