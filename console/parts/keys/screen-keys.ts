// The keys of the screen that is shown. Parts of a screen offer theirs while they are there; the
// frame listens once, for all of them, and lists them in the help.
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { hasOpenDialog } from '../../api/open-dialogs.ts';

export type ScreenKey = {
  /** As `KeyboardEvent.key` names it. */
  readonly key: string;
  /** What it does, for the help. */
  readonly label: string;
  readonly press: () => void;
};

type Offer = { readonly keys: () => readonly ScreenKey[] };

let offers: readonly Offer[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Offer[]): void {
  offers = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** What was offered last comes first: an open part of a screen is before the screen itself. */
const offeredKeys = (): ScreenKey[] => offers.toReversed().flatMap(({ keys }) => keys());

/** Until the person has closed it, no key is for what is behind it. */
export const isDialogShown = (): boolean =>
  // One that closes is still seen for a moment.
  hasOpenDialog() || document.querySelector('[role="dialog"]') !== null;

/** What a key of the screen does; undefined: nothing. */
export function screenAct(key: string): (() => void) | undefined {
  return offeredKeys().find((one) => one.key === key)?.press;
}

/**
 * Offered as long as the part that calls it is shown: from before it is painted, so that a key does
 * what the screen says, however soon it is pressed.
 */
export function useScreenKeys(keys: readonly ScreenKey[]): void {
  const now = useRef(keys);
  useLayoutEffect(() => {
    now.current = keys;
  });
  useLayoutEffect(() => {
    const offer = { keys: () => now.current };
    change([...offers, offer]);
    return () => change(offers.filter((one) => one !== offer));
  }, []);
}

/** In the order in which the screen offered them. */
export function useOfferedKeys(): readonly ScreenKey[] {
  const now = useSyncExternalStore(subscribe, () => offers);
  return now.flatMap(({ keys }) => keys());
}
