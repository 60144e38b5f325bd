// Starts what a screen reads while its code is still loaded. Nothing is asked before the session
// stands, nor without the right to the screen: each refusal would be noted.
import type { WhoAmI } from '../api/schema.gen.ts';
import type { InAddress, SearchAt } from '../api/searches.ts';
import { type StartedRead, startReads } from '../api/start-reads.ts';
import type { Right } from './guarded.tsx';
import { readMeOnce } from './session.tsx';

type NamesIn<Path extends string> = Path extends `${infer Here}/${infer Rest}`
  ? NamesIn<Here> | NamesIn<Rest>
  : Path extends `$${infer Name}`
    ? Name
    : never;

type Given = { readonly params: object; readonly search: object; readonly me: WhoAmI };

/** What a screen reads first, as far as its address and the person tell. */
export type Start<Path extends string> = {
  reads(given: {
    readonly params: Readonly<Record<NamesIn<Path>, string>>;
    readonly search: InAddress<SearchAt<Path>>;
    readonly me: WhoAmI;
  }): readonly StartedRead[];
};

type AnyStart = { reads(given: Given): readonly StartedRead[] };

export function begin(right: Right, start: AnyStart, given: Omit<Given, 'me'>): void {
  const known = (me: WhoAmI | null) => {
    if (me?.rights.includes(right)) startReads(start.reads({ ...given, me }));
  };
  // The gate asks for the same, and says what is wrong.
  readMeOnce().then(known, () => undefined);
}
