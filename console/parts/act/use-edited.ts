// What somebody edits stays as it was read while they edit it: a change by somebody else neither
// takes away what they typed, nor does it go unseen.
import { useState } from 'react';
import { type Beside, besideEach } from './beside.ts';
import type { Changed } from './changed.ts';

type Versioned = { readonly version: string };

export type Kind<Saved, Typed> = {
  readonly typedOf: (saved: Saved) => Typed;
  readonly changesOf: (before: Typed, after: Typed) => readonly Changed[];
  /** What was typed on `before`, on what is there now. */
  readonly merge: (before: Typed, now: Typed, typed: Typed) => Typed;
};

/** Somebody else's change, beside what is typed. */
export type Meeting = {
  readonly rows: readonly Beside[];
  /** Goes on with what was typed, on what is there now. */
  readonly keep: () => void;
  /** Gives up what was typed. */
  readonly renew: () => void;
};

export type Edited<Saved, Typed> = {
  /** As it was when they began; it is `saved` again as soon as nothing is edited. */
  readonly seen: Saved;
  /** What the fields begin with. */
  readonly first: Typed;
  /** Null: nobody else has changed it since. */
  readonly meeting: Meeting | null;
  /** Null: as it is there. */
  readonly edit: (typed: Typed | null) => void;
};

export function useEdited<Saved extends Versioned, Typed>(
  saved: Saved,
  { typedOf, changesOf, merge }: Kind<Saved, Typed>,
): Edited<Saved, Typed> {
  const [began, begin] = useState(saved);
  const [typed, type] = useState<Typed | null>(null);
  const is_other = saved.version !== began.version;
  // While rendering, so that nothing old is ever drawn.
  if (is_other && typed === null) begin(saved);
  const seen = typed === null ? saved : began;
  const [before, now] = [typedOf(seen), typedOf(saved)];
  const orNull = (on: Typed, one: Typed) => (changesOf(on, one).length > 0 ? one : null);
  return {
    seen,
    first: typed ?? before,
    meeting:
      typed === null || !is_other
        ? null
        : {
            rows: besideEach(changesOf(before, now), changesOf(before, typed)),
            keep: () => {
              begin(saved);
              type(orNull(now, merge(before, now, typed)));
            },
            renew: () => type(null),
          },
    edit: (one) => type(one === null ? null : orNull(before, one)),
  };
}
