// How somebody looks at a picture: how large, and turned how far.

export type Look = { readonly zoom: number; readonly turns: number };

export const NO_LOOK: Look = { zoom: 1, turns: 0 };

const STEP = 1.5;
const LEAST = 0.25;
const MOST = 8;
const WHOLE = 4;

export function zoomed(look: Look, by: 1 | -1): Look {
  const zoom = by === 1 ? look.zoom * STEP : look.zoom / STEP;
  return { ...look, zoom: Math.min(MOST, Math.max(LEAST, zoom)) };
}

/** By a quarter, clockwise. */
export const turned = (look: Look): Look => ({ ...look, turns: (look.turns + 1) % WHOLE });

export const transformOf = ({ zoom, turns }: Look): string =>
  `scale(${zoom}) rotate(${turns * 90}deg)`;

const SHOWN = ['image/jpeg', 'image/png', 'image/webp'];

/** Anything else might be more than a picture. */
export const isShown = (type: string | null): boolean => SHOWN.includes(type ?? '');
