// The frame of every screen: navigation at the side, search and the person at the top.
import { AppShell, Burger, Group, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { arrive } from '../parts/keys/use-chosen.ts';
import { CopyNote } from '../parts/live/copy-note.tsx';
import { OnePersonNote } from '../parts/live/one-person-note.tsx';
import { SandboxClockNote } from '../parts/live/sandbox-clock-note.tsx';
import { StaleNote } from '../parts/live/stale-note.tsx';
import { useSession } from '../session/session.tsx';
import { COMMON_TEXTS, PRODUCT } from '../texts/common.ts';
import { SHELL_TEXTS } from '../texts/shell/frame.ts';
import { ColourSwitch } from './colour-switch.tsx';
import { KeysHelp } from './keys-help.tsx';
import { KeysWait } from './keys-wait.tsx';
import { HouseNote, ModeMark, PageMarks } from './mode-mark.tsx';
import { Navigation } from './navigation.tsx';
import { Palette } from './palette/palette.tsx';
import { PersonMenu } from './person-menu.tsx';
import { useKeys } from './use-keys.ts';

/**
 * Another screen, or another list of it, is what the person asked for. It counts once it is shown:
 * until its code has come, the keys are those of the screen before.
 */
function Arrivals() {
  const list = useRouterState({
    select: ({ location, resolvedLocation = location }) => {
      const { pathname, search } = resolvedLocation;
      const { open: _open, ...asked }: Record<string, unknown> = search;
      return JSON.stringify([pathname, asked]);
    },
  });
  return <Arrival key={list} />;
}

function Arrival() {
  useLayoutEffect(arrive, []);
  return null;
}

export function Shell() {
  const [is_open, menu] = useDisclosure(false);
  const [keys_open, keys] = useDisclosure(false);
  const field = useRef<HTMLInputElement>(null);
  const { can, me } = useSession();
  useKeys({ showKeys: keys.open, search: () => field.current?.focus() });
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !is_open } }}
      padding="md"
    >
      <AppShell.Header className="header" data-mode={me.mode}>
        <Group h="100%" px="md" gap="xs" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={is_open}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={COMMON_TEXTS.open_menu}
            />
            <Text fw={600} visibleFrom="sm" className="one-line">
              {PRODUCT}
            </Text>
            <ModeMark />
          </Group>
          {can('trades.read') ? <Palette field={field} /> : null}
          <Group gap="xs" wrap="nowrap">
            <StaleNote />
            <ColourSwitch />
            <PersonMenu showKeys={keys.open} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={SHELL_TEXTS.places}>
        <AppShell.Section
          grow
          component={ScrollArea}
          type="auto"
          scrollbarSize={6}
          // Beside the counts, not over them.
          offsetScrollbars="present"
        >
          <Navigation close={menu.close} />
        </AppShell.Section>
        <AppShell.Section>
          <HouseNote />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main>
        <CopyNote />
        <SandboxClockNote />
        <OnePersonNote />
        <Outlet />
        <KeysWait />
      </AppShell.Main>
      <Arrivals />
      <PageMarks />
      <KeysHelp is_open={keys_open} close={keys.close} />
    </AppShell>
  );
}
