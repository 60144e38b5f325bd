// The colours of texts that are not black or white: each can be read on its background by everybody
// (WCAG 2.2 AA, 4.5 to 1), in light and in dark. A test computes it.

export const COLOURS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'grape',
] as const;

/** From this luminance on, text on a filled background is black: white is too faint on orange. */
export const BLACK_FROM_LUMINANCE = 0.185;

/** Of filled backgrounds, in both schemes. */
export const SHADE = 8;

const each = (variable: (colour: string) => readonly [string, string]) =>
  Object.fromEntries(COLOURS.map(variable));

type Variables = Readonly<Record<string, string>>;

/** Texts on tinted backgrounds, links, side remarks: darker, or in the dark lighter, than usual. */
export const READABLE: Readonly<Record<'light' | 'dark', Variables>> = {
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-9)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    ...each((name) => [
      `--mantine-color-${name}-light-color`,
      `color-mix(in srgb, var(--mantine-color-${name}-9), black 35%)`,
    ]),
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-1)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    ...each((name) => [`--mantine-color-${name}-light-color`, `var(--mantine-color-${name}-2)`]),
  },
};
