// The console's look: Mantine's defaults, with figures that line up and calm colours for states.
import { createTheme } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'indigo',
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  components: {
    Table: { defaultProps: { verticalSpacing: 'xs', highlightOnHover: true } },
    Button: { defaultProps: { size: 'sm' } },
  },
});
