// What every screen has around it: the theme, the kept answers of the service, notices, the router.
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import './mantine.css';
import './console.css';
import { queries } from './api/queries.ts';
import { SilentBar } from './parts/live/silent-bar.tsx';
import { router } from './router.tsx';
import { styleNonce } from './style-nonce.ts';
import { readableColours, theme } from './theme.ts';

/** Within the router, because notices have links. */
function WithNotices({ children }: { readonly children: ReactNode }) {
  const { dir } = useDirection();
  return (
    <>
      <Notifications position={dir === 'rtl' ? 'bottom-left' : 'bottom-right'} />
      {children}
      <SilentBar />
    </>
  );
}

/** Menus and pickers open to the side on which the language of the page ends. */
export function App() {
  return (
    <DirectionProvider>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        cssVariablesResolver={readableColours}
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} InnerWrap={WithNotices} />
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
