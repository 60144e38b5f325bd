// Where in a queue somebody is, and the keys that move in it.
import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useScreenKeys } from '../keys/screen-keys.ts';
import type { Queue } from './use-queue.ts';

type Names = {
  readonly next: string;
  readonly previous: string;
  readonly open: string;
  readonly select: string;
  readonly keys_hint: string;
};

type Props = {
  readonly queue: Queue;
  readonly position: string;
  readonly names: Names;
  /** The page of the open item. */
  readonly open_page: string;
  readonly select: () => void;
};

export function QueueBar({ queue, position, names, open_page, select }: Props) {
  const navigate = useNavigate();
  const openPage = () => void navigate({ to: open_page });
  useScreenKeys([
    { key: 'j', label: names.next, press: () => queue.move(1) },
    { key: 'k', label: names.previous, press: () => queue.move(-1) },
    { key: 'Enter', label: names.open, press: openPage },
    { key: 'x', label: names.select, press: select },
  ]);
  const keys = [
    ['k', names.previous, () => queue.move(-1)],
    ['j', names.next, () => queue.move(1)],
    ['x', names.select, select],
  ] as const;
  return (
    <Stack gap={4}>
      <Group gap={6}>
        <Text size="sm" fw={600} aria-live="polite">
          {position}
        </Text>
        {keys.map(([key, label, press]) => (
          <Button
            key={key}
            size="compact-xs"
            variant="default"
            aria-label={label}
            title={label}
            onClick={press}
          >
            <Kbd size="xs">{key}</Kbd>
          </Button>
        ))}
      </Group>
      <Text size="xs" c="dimmed">
        {names.keys_hint}
      </Text>
    </Stack>
  );
}
