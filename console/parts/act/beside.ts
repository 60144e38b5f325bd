// Two changes of one thing, beside each other: somebody else's, and the one that is typed.
import type { Changed, IdOf } from './changed.ts';

export type Beside = {
  readonly label: string;
  readonly before: string;
  readonly theirs: string;
  readonly mine: string;
  readonly id_of?: IdOf;
};

/** Each that either has changed; what one of them left is as it was before. */
export function besideEach(theirs: readonly Changed[], mine: readonly Changed[]): Beside[] {
  const rows = new Map<string, Beside>();
  for (const { after, ...change } of theirs) {
    rows.set(change.label, { ...change, theirs: after, mine: change.before });
  }
  for (const { after, ...change } of mine) {
    const { theirs: now = change.before } = rows.get(change.label) ?? {};
    rows.set(change.label, { ...change, theirs: now, mine: after });
  }
  return [...rows.values()];
}

/** Of texts by their names: what was typed stays, the others are as they are now. */
export const keepTyped = <V extends Readonly<Record<string, string>>>(
  before: V,
  now: V,
  typed: V,
): V => {
  const own = Object.entries(typed).filter(([name, text]) => text !== before[name]);
  return { ...now, ...Object.fromEntries(own) };
};
