// Whether keys that decide may decide: only about what the person has chosen, in the version that
// was shown then. If something else puts another object, or another version of it, under their
// hands, the keys wait until they have chosen again.

/** What a key would decide about: the object, its version, and what else the act would take. */
export type Shown = { readonly id: string; readonly version: string; readonly target?: string };

type Meant =
  /** This object; its version is the first one shown. */
  | { readonly id: string; readonly version: string | null }
  /** Whatever is shown first, except this, which the person has just decided. */
  | { readonly first_except: Shown | null }
  /** Nothing: the keys wait. */
  | null;

export type Chosen = {
  readonly meant: Meant;
  /** What each key was shown with first. */
  readonly targets: ReadonlyMap<string, string>;
};

const chosenAs = (meant: Meant): Chosen => ({ meant, targets: new Map() });

/** The person came to a screen: what it shows first is what they meant. */
export const ARRIVED = chosenAs({ first_except: null });

export const WAITING = chosenAs(null);

export const choosing = (id: string): Chosen => chosenAs({ id, version: null });

/** They decided it, and know that something else follows. */
export const deciding = (shown: Shown): Chosen => chosenAs({ first_except: shown });

function isMeant({ meant }: Chosen, { id, version }: Shown): boolean {
  if (meant === null) return false;
  if ('id' in meant) return meant.id === id && (meant.version ?? version) === version;
  const { first_except: left } = meant;
  return left === null || left.id !== id || left.version !== version;
}

/** A key is shown with an object. */
export function seeing(chosen: Chosen, key: string, shown: Shown): Chosen {
  const { id, version, target = '' } = shown;
  if (!isMeant(chosen, shown) || chosen.targets.has(key)) return chosen;
  return { meant: { id, version }, targets: new Map([...chosen.targets, [key, target]]) };
}

/** Whether the key may decide about what it is shown with. */
export function mayDecide(chosen: Chosen, key: string, shown: Shown): boolean {
  return isMeant(chosen, shown) && chosen.targets.get(key) === (shown.target ?? '');
}
