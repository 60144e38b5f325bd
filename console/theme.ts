// The console's look: Mantine's defaults, with figures that line up, and colours that everybody can
// read on their background (WCAG 2.2 AA, 4.5 to 1).
import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { TEXTS } from './texts/en.ts';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  // The text on a filled background is black from here on: white would be too faint on orange.
  luminanceThreshold: 0.185,
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  components: {
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
    Button: { defaultProps: { size: 'sm' } },
    Badge: { defaultProps: { tt: 'none' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': TEXTS.common.close } } },
  },
});

const COLOURS = [
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

const each = (variable: (colour: string) => readonly [string, string]) =>
  Object.fromEntries(COLOURS.map(variable));

/** Texts on tinted backgrounds, links, side remarks: darker, or in the dark lighter, than usual. */
export const readableColours: CSSVariablesResolver = () => ({
  variables: {},
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
});
