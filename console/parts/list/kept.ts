// What a person has chosen for their lists, kept in their browser: other tabs follow.
import { useSyncExternalStore } from 'react';
import { useSession } from '../../session/session.tsx';
import { type Layout, readLayout, writeLayout } from './layout.ts';

const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener('storage', listener);
  };
}

/** A text under a name that is the person's own: several may share a browser. */
function useKept(name: string): [text: string, keep: (text: string) => void] {
  const { me } = useSession();
  const key = `lists/${me.person_id ?? me.operator_token_id ?? ''}/${name}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? '');
  return [
    text,
    (next) => {
      if (next === '') localStorage.removeItem(key);
      else localStorage.setItem(key, next);
      tell();
    },
  ];
}

export const DENSITIES = ['compact', 'comfortable'] as const;
export type Density = (typeof DENSITIES)[number];

export function useDensity(): [density: Density, keep: (density: Density) => void] {
  const [text, keep] = useKept('density');
  return [DENSITIES.find((one) => one === text) ?? 'compact', keep];
}

const BETWEEN = ',';

/** Empty: as the list has its columns. */
export function useKeptLayout(list: string): [layout: Layout, keep: (layout: Layout) => void] {
  const [text, keep] = useKept(`columns/${list}`);
  return [readLayout(text.split(BETWEEN)), (layout) => keep(writeLayout(layout).join(BETWEEN))];
}

/** The columns of the journal, as the service reads them; empty: all. */
export const useKeptJournal = () => useKept('journal');
