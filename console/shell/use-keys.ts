// The keys that work everywhere: `g` and a letter moves, `/` and Ctrl-K open the palette, `?` shows
// all keys. All others are the screen's own.
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { isTyping } from '../parts/keys/is-typing.ts';
import { isDialogShown, screenAct } from '../parts/keys/screen-keys.ts';
import { forgetField, isLost, isOrphan } from '../parts/keys/use-chosen.ts';
import { PLACES } from './places.ts';

/** How long `g` waits for its letter. */
const SEQUENCE_MS = 1_500;

type Does = {
  readonly showKeys: () => void;
  readonly search: () => void;
  readonly go: (to: string) => void;
};

/** What a key does; null: nothing of ours. */
function actOf(key: string, after_g: boolean, does: Does): (() => void) | null {
  if (after_g) {
    const place = PLACES.find((one) => one.key === key);
    return place === undefined ? null : () => does.go(place.to);
  }
  if (key === '?') return does.showKeys;
  if (key === '/') return does.search;
  return screenAct(key) ?? null;
}

/** Also while somebody types into a field of the page. */
const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

export function useKeys(given: Omit<Does, 'go'>): void {
  const navigate = useNavigate();
  const now = useRef(given);
  useLayoutEffect(() => {
    now.current = given;
  });
  useLayoutEffect(() => {
    const go = (to: string) => void navigate({ to });
    let g_at = Number.NEGATIVE_INFINITY;
    const pressed = (event: KeyboardEvent) => {
      if (isOrphan(event) || isTyping(event) || isDialogShown()) return;
      if (isLost() && event.key !== 'Escape') return;
      const after_g = performance.now() - g_at < SEQUENCE_MS;
      g_at = !after_g && event.key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
      const act = actOf(event.key, after_g, { ...now.current, go });
      if (act === null) return;
      event.preventDefault();
      act();
    };
    const opened = (event: KeyboardEvent) => {
      if (!isPaletteKey(event) || isDialogShown()) return;
      event.preventDefault();
      now.current.search();
    };
    window.addEventListener('keydown', opened);
    window.addEventListener('keydown', pressed);
    window.addEventListener('pointerdown', forgetField);
    return () => {
      window.removeEventListener('keydown', opened);
      window.removeEventListener('keydown', pressed);
      window.removeEventListener('pointerdown', forgetField);
    };
  }, [navigate]);
}
