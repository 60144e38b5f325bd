// The keys that work everywhere: `g` and a letter moves, `?` shows all keys.
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PLACES } from './places.ts';

/** How long `g` waits for its letter. */
const SEQUENCE_MS = 1_500;

/** Whoever types a text means the letters; with a modifier, the keys are the browser's. */
function isOthers({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

type Does = {
  readonly showKeys: () => void;
  readonly go: (to: string) => void;
};

/** What a key does; null: nothing of ours. */
function actOf(key: string, after_g: boolean, does: Does): (() => void) | null {
  const place = after_g ? PLACES.find((one) => one.key === key) : undefined;
  if (place !== undefined) return () => does.go(place.to);
  return key === '?' ? does.showKeys : null;
}

export function useKeys({ showKeys }: Omit<Does, 'go'>): void {
  const navigate = useNavigate();
  useEffect(() => {
    const go = (to: string) => void navigate({ to });
    let g_at = Number.NEGATIVE_INFINITY;
    const pressed = (event: KeyboardEvent) => {
      if (isOthers(event)) return;
      const after_g = performance.now() - g_at < SEQUENCE_MS;
      g_at = !after_g && event.key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
      const act = actOf(event.key, after_g, { showKeys, go });
      if (act === null) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [navigate, showKeys]);
}
