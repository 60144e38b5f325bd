// Pages of a list that is a part of a screen: its place is not in the address.
import { Button, Group } from '@mantine/core';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';

type Props = {
  readonly next: string | null;
  /** Of the pages that were opened, the last one is shown. */
  readonly cursors: readonly string[];
  readonly change: (cursors: readonly string[]) => void;
};

export function PageButtons({ next, cursors, change }: Props) {
  if (next === null && cursors.length === 0) return null;
  return (
    <Group>
      {cursors.length === 0 ? null : (
        <Button variant="default" size="xs" onClick={() => change([])}>
          {LIST_PART_TEXTS.first_page}
        </Button>
      )}
      {next === null ? null : (
        <Button variant="default" size="xs" onClick={() => change([...cursors, next])}>
          {LIST_PART_TEXTS.next_page}
        </Button>
      )}
    </Group>
  );
}
