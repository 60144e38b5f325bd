// Says whether real money moves here: in the header, in the title of the page and in its icon.
import { Badge, Group, Text } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ZONE } from '../parts/list/periods.ts';
import { useSession } from '../session/session.tsx';
import { NAV_TEXTS, SHELL_TEXTS as shell } from '../texts/shell/frame.ts';
import { iconOf, titleOf } from './page-marks.ts';
import { placeAt } from './places.ts';

/** Of the browser's tab, which people look at to find the right one. */
export function PageMarks() {
  const { mode, house } = useSession().me;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const place = placeAt(path)?.name;
  useEffect(() => {
    document.title = titleOf(mode, place === undefined ? null : NAV_TEXTS[place], house);
  }, [mode, house, place]);
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', iconOf(mode));
  }, [mode]);
  return null;
}

export function ModeMark() {
  const { mode } = useSession().me;
  return (
    <Badge
      radius="sm"
      size="md"
      className="mode-mark"
      title={shell.modes_what[mode]}
      variant={mode === 'sandbox' ? 'filled' : 'outline'}
      color={mode === 'sandbox' ? 'orange' : 'gray'}
      data-mode={mode}
    >
      {shell.modes[mode]}
    </Badge>
  );
}

/** Which installation answers, and in which zone its times are shown. */
export function HouseNote() {
  const { house } = useSession().me;
  return (
    <Group gap={0} px="xs" py={4} className="house">
      <Text size="xs" c="dimmed" truncate>
        {house}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {shell.times_in(ZONE)}
      </Text>
    </Group>
  );
}
