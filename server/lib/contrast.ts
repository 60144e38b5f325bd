// Readable colours: the contrast of two colours by WCAG, and a merchant's colour adjusted to reach
// it.

export type Color = { readonly red: number; readonly green: number; readonly blue: number };

/** `#1a56c4` or `1a56c4`, as people and style sheets write it; null for everything else. */
export function parseColor(text: string): Color | null {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (match === null) return null;
  const [red = 0, green = 0, blue = 0] = match.slice(1).map((part) => Number.parseInt(part, 16));
  return { red, green, blue };
}

const hex = (part: number) => part.toString(16).padStart(2, '0');

export function formatColor({ red, green, blue }: Color): string {
  return `#${hex(red)}${hex(green)}${hex(blue)}`;
}

const linear = (part: number) => {
  const share = part / 255;
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** WCAG 2.2: the relative luminance of a colour, 0 to 1. */
function luminance({ red, green, blue }: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** WCAG 2.2: 1 (the same brightness) to 21 (black on white). */
export function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG 2.2 AA for text of every size. */
export const LEAST_CONTRAST = 4.5;

const BLACK: Color = { red: 0, green: 0, blue: 0 };
const WHITE: Color = { red: 255, green: 255, blue: 255 };

function mixed(color: Color, other: Color, share: number): Color {
  const mix = (part: number, towards: number) => Math.round(part + (towards - part) * share);
  return {
    red: mix(color.red, other.red),
    green: mix(color.green, other.green),
    blue: mix(color.blue, other.blue),
  };
}

const worst = (color: Color, grounds: readonly Color[]) =>
  Math.min(...grounds.map((ground) => contrast(color, ground)));

const STEPS = 64;

/** The nearest colour towards black or white that is readable on all these backgrounds. */
function readableOn(color: Color, grounds: readonly Color[], towards: Color): Color {
  for (let step = 0; step < STEPS; step += 1) {
    const tried = mixed(color, towards, step / STEPS);
    if (worst(tried, grounds) >= LEAST_CONTRAST) return tried;
  }
  return towards;
}

/** White if it is readable, as people expect on a coloured button. */
function textOn(color: Color): Color {
  return contrast(color, WHITE) >= LEAST_CONTRAST ? WHITE : BLACK;
}

export type Accent = { readonly accent: string; readonly on_accent: string };
export type Accents = { readonly light: Accent; readonly dark: Accent };

/** The backgrounds of accent-coloured text: page, tile and notes of `payment-page.css`. */
export const GROUNDS = {
  light: ['#eef1f5', '#ffffff', '#eaf1fd'],
  dark: ['#0e1319', '#18202a', '#1d2b42'],
} as const;

function accentOn(color: Color, scheme: keyof typeof GROUNDS): Accent {
  const grounds = GROUNDS[scheme].flatMap((text) => parseColor(text) ?? []);
  const accent = readableOn(color, grounds, scheme === 'light' ? BLACK : WHITE);
  return { accent: formatColor(accent), on_accent: formatColor(textOn(accent)) };
}

/** A merchant's colour as the pages use it: the nearest readable colours, for light and dark. */
export function accentsOf(color: Color): Accents {
  return { light: accentOn(color, 'light'), dark: accentOn(color, 'dark') };
}
