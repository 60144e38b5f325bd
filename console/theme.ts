// The console's look: Mantine's defaults on a finer scale, as DESIGN.md says it, with colours that
// everybody can read on their background.
import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import { BLACK_FROM_LUMINANCE, READABLE, SHADE } from './readable-colours.ts';
import { COMMON_TEXTS } from './texts/common.ts';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: SHADE, dark: SHADE },
  autoContrast: true,
  luminanceThreshold: BLACK_FROM_LUMINANCE,
  // 14 pixels for reading, 13 in tables and forms, 12 beside them; distances in steps of 4.
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' },
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  components: {
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
    Button: { defaultProps: { size: 'sm' } },
    Badge: { defaultProps: { tt: 'none' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': COMMON_TEXTS.close } } },
  },
});

export const readableColours: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...READABLE.light },
  dark: { ...READABLE.dark },
});
