// The keys of the kept answers. Each begins with the noun that the answer is about and with the
// operation: a screen writes no key of its own, and whoever reads a noun again names it.
import { type Answer, type Asked, call, callFiltered, type Filtered } from './client.ts';
import { type Operations, PLACES } from './schema.gen.ts';

type Name = keyof Operations;
type FirstOf<Rest extends string> = Rest extends `${infer First}/${string}` ? First : Rest;
type NounOf<N extends Name> = (typeof PLACES)[N][1] extends `/operator/v1/${infer Rest}`
  ? FirstOf<Rest>
  : never;

/** What asks without changing anything. */
type Reading = {
  [N in Name]: (typeof PLACES)[N][0] extends 'GET' ? N : never;
}[Name];

/** The first word of an operation's address. */
export type Noun = NounOf<Name>;

/** An operation without a noun would have a key that nothing reads again by name. */
const nounOf = (name: Name): string => PLACES[name][1].split('/')[3] ?? name;

/** `part`: what is kept, if that is not the answer itself but made of it. */
export const readKey = <N extends Name>(
  name: N,
  asked: Omit<Asked<N>, 'signal' | 'body' | 'idempotency_key'>,
  ...part: readonly string[]
): readonly unknown[] => [nounOf(name), name, asked, ...part];

type Kept = {
  readonly queryKey: readonly unknown[];
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
};

/** What the query client can do, as far as it is used here: tests have no React. */
export type KeptAnswers = {
  invalidateQueries(which: {
    queryKey?: readonly unknown[];
    predicate?: (kept: Kept) => boolean;
  }): Promise<void>;
  setQueryData(key: readonly unknown[], answer: unknown): unknown;
};

type Context = { readonly signal: AbortSignal };

/** A read of the service: under one key for every component, and for the loader of its route. */
export const readOf = <N extends Reading>(name: N, asked: Asked<N>) => ({
  queryKey: readKey(name, asked),
  queryFn: ({ signal }: Context): Promise<Answer<N>> => call(name, { ...asked, signal }),
});

/** The same for a list whose filters are those of an address. */
export const readFiltered = <N extends Reading>(name: N, asked: Filtered<N>) => ({
  queryKey: [nounOf(name), name, asked],
  queryFn: ({ signal }: Context): Promise<Answer<N>> => callFiltered(name, { ...asked, signal }),
});

/** The answer came by another way: in the stream. */
export function keepAnswer<N extends Name>(
  client: KeptAnswers,
  name: N,
  asked: Asked<N>,
  answer: Answer<N>,
): void {
  client.setQueryData(readKey(name, asked), answer);
}

/** What a dialog looks for while it is open: who decides about its object meanwhile. */
export const meanwhileKey = (...about: readonly (string | undefined)[]): readonly unknown[] => [
  'meanwhile',
  ...about,
];

/** Code that is loaded later, and kept as answers are. */
export const codeKey = (name: string): readonly unknown[] => ['code', name];

/** After an act: whatever it changed, all that is shown is true again. */
export const readAllAgain = (client: KeptAnswers, ...except: readonly Name[]): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [, name] }) => !except.some((other) => other === name),
  });

/** After an act that changes nothing else. */
export async function readAgain(client: KeptAnswers, ...nouns: readonly Noun[]): Promise<void> {
  await Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: [noun] })));
}

/** What the stream has told of: lists that say that they follow it. */
export const readLiveAgain = (client: KeptAnswers): Promise<void> =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.live === true });
