// A period as a filter: the usual ones by one press, any other by two fields.
import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { LIST_PART_TEXTS as list } from '../../texts/parts.ts';
import { useServiceNow } from '../live/service-now.ts';
import type { Search } from './filters.ts';
import { localValue, momentOf, PRESETS, periodOf, ZONE } from './periods.ts';

type Props = {
  readonly label: string;
  readonly names: readonly [from: string, to: string];
  readonly search: Search;
  readonly change: (from: string, to: string) => void;
};

function Fields({ names: [from, to], search, change }: Props) {
  const [typed, type] = useState({
    from: localValue(search[from]),
    to: localValue(search[to]),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change(momentOf(typed.from), momentOf(typed.to));
      }}
    >
      <Stack gap="xs">
        <TextInput
          type="datetime-local"
          label={list.from}
          value={typed.from}
          onChange={(event) => type({ ...typed, from: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label={list.to}
          value={typed.to}
          onChange={(event) => type({ ...typed, to: event.currentTarget.value })}
        />
        <Text size="xs" c="dimmed">
          {list.zone(ZONE)}
        </Text>
        <Button type="submit" size="xs">
          {list.apply}
        </Button>
      </Stack>
    </form>
  );
}

export function PeriodFilter(props: Props) {
  const [is_open, popover] = useDisclosure(false);
  const serviceNow = useServiceNow();
  const change = (from: string, to: string) => {
    popover.close();
    props.change(from, to);
  };
  return (
    <Popover
      opened={is_open}
      onChange={popover.toggle}
      trapFocus
      width={300}
      position="bottom-start"
    >
      <Popover.Target>
        <Button size="xs" variant="default" onClick={popover.toggle}>
          {props.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Group gap={4} mb="sm">
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              size="compact-xs"
              variant="light"
              onClick={() => {
                const { from, to } = periodOf(preset, new Date(serviceNow()));
                change(from, to);
              }}
            >
              {list.presets[preset]}
            </Button>
          ))}
        </Group>
        <Fields {...props} change={change} />
      </Popover.Dropdown>
    </Popover>
  );
}
