// The dialogs that are open now, the lowest first. Whatever is behind one keeps showing what it
// showed when the dialog opened, and has no keys.
import { createContext, useContext, useId, useLayoutEffect, useSyncExternalStore } from 'react';

let open: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[]): void {
  open = next;
  for (const listener of listeners) listener();
}

let renewals = 0;

/** What is behind dialogs shows what was read since they opened: one of them has asked for it. */
export function renewBehind(): void {
  renewals += 1;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const hasOpenDialog = (): boolean => open.length > 0;

/** The dialog that the asking part is in; null: it is in the page. */
export const InDialog = createContext<string | null>(null);

/** Tells that a dialog is open as long as it is, and returns its id for what is in it. */
export function useOpenDialog(is_open: boolean): string {
  const id = useId();
  useLayoutEffect(() => {
    if (!is_open) return;
    change([...open, id]);
    return () => change(open.filter((one) => one !== id));
  }, [is_open, id]);
  return id;
}

/** Whether a dialog is open over the part that asks. */
export function useIsBehindDialog(): boolean {
  const own = useContext(InDialog);
  const top = useSyncExternalStore(subscribe, () => open.at(-1) ?? null);
  return top !== null && top !== own;
}

/** Another number as soon as what is behind a dialog is to be shown anew. */
export const useRenewals = (): number => useSyncExternalStore(subscribe, () => renewals);
