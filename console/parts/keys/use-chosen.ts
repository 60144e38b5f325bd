// The object that the person has chosen, for all keys that decide.
import { useLayoutEffect, useSyncExternalStore } from 'react';
import {
  ARRIVED,
  type Chosen,
  choosing,
  deciding,
  mayDecide,
  type Shown,
  seeing,
  WAITING,
} from './chosen.ts';
import { isTextField } from './is-typing.ts';

let chosen: Chosen = ARRIVED;
/** The keys that are shown now, and with what. */
let keys: ReadonlyMap<string, Shown> = new Map();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

function set(next: Chosen): void {
  chosen = next;
  for (const [key, shown] of keys) chosen = seeing(chosen, key, shown);
  for (const listener of listeners) listener();
}

/** The person moved to another screen, or asked for another list. */
export const arrive = () => set(ARRIVED);

/** The person chose this one: by a key that moves, or by a click. */
export const choose = (id: string) => set(choosing(id));

/** The person decided this one. */
export const decided = (shown: Shown) => set(deciding(shown));

/** The person has looked at what is shown now. */
export function resume(): void {
  const [first] = keys.values();
  set(first === undefined ? ARRIVED : choosing(first.id));
}

/** Whether the key may decide about this now; asked again whenever that changes. */
export function useMayDecide(key: string, { id, version, target = '' }: Shown): boolean {
  const may = useSyncExternalStore(subscribe, () =>
    mayDecide(chosen, key, { id, version, target }),
  );
  useLayoutEffect(() => {
    const shown = { id, version, target };
    keys = new Map([...keys, [key, shown]]);
    set(chosen);
    return () => {
      keys = new Map([...keys].filter(([, what]) => what !== shown));
      set(chosen);
    };
  }, [key, id, version, target]);
  return may;
}

/** Nobody knows what the next letter is meant for: all keys wait for the person. */
export const isLost = (): boolean => chosen.meant === null;

/** Whether a key that is shown has to wait. */
export function useKeysWait(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isLost() || [...keys].some(([key, shown]) => !mayDecide(chosen, key, shown)),
  );
}

let typed_into: Element | null = null;
/** They end what is typed into a field: what follows is meant for the screen. */
const ENDS = ['Enter', 'Tab', 'Escape'];

/**
 * Called for each pressed key. True if the letter was meant for a field that is gone: it is no
 * shortcut, and all shortcuts wait.
 */
export function isOrphan({ key, target }: KeyboardEvent): boolean {
  if (target instanceof Element && isTextField(target)) {
    typed_into = ENDS.includes(key) ? null : target;
    return false;
  }
  const field = typed_into;
  typed_into = null;
  if (field === null || field.isConnected || ENDS.includes(key)) return false;
  set(WAITING);
  return true;
}

/** A click says where the next key goes. */
export const forgetField = (): void => {
  typed_into = null;
};
