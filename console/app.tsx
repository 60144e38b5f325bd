// What every screen has around it: the theme, the kept answers of the service, notices, the router.
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './console.css';
import { queries } from './api/queries.ts';
import { router } from './router.tsx';
import { theme } from './theme.ts';

/** The page's policy allows only styles that carry the nonce of this answer. */
const nonce = (): string =>
  document.querySelector('meta[name="style-nonce"]')?.getAttribute('content') ?? '';

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
