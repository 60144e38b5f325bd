// The list below the palette's field; the focus stays in the field, which names the active option.
import { Box, Group, Kbd, Paper, Text } from '@mantine/core';
import { Fragment, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { SHELL_TEXTS } from '../../texts/shell/frame.ts';
import type { Option, OptionGroup } from './options.ts';

const { palette } = SHELL_TEXTS;

export const optionId = (list: string, option: Option): string => `${list}-${option.id}`;

type RowProps = {
  id: string;
  option: Option;
  is_active: boolean;
  choose: (option: Option) => void;
};

function Row({ id, option, is_active, choose }: RowProps) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (is_active) place.current?.scrollIntoView({ block: 'nearest' });
  }, [is_active]);
  return (
    // Its keys are pressed in the field.
    <Box
      ref={place}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={is_active}
      className="palette-option"
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => choose(option)}
    >
      <Icon name={option.icon} />
      <Text span size="sm" truncate className="palette-name">
        {option.name}
      </Text>
      <Text span size="xs" c="dimmed" truncate>
        {option.more}
      </Text>
      {option.why === undefined ? null : (
        <Text span size="xs" c="dimmed" className="palette-why">
          {option.why}
        </Text>
      )}
      {option.keys === null ? null : (
        <Group component="span" gap={2} wrap="nowrap" aria-hidden="true">
          {option.keys.split(' ').map((key) => (
            <Kbd key={key} size="xs">
              {key}
            </Kbd>
          ))}
        </Group>
      )}
    </Box>
  );
}

type Props = {
  id: string;
  groups: readonly OptionGroup[];
  active: Option | null;
  choose: (option: Option) => void;
};

export function OptionList({ id, groups, active, choose }: Props) {
  return (
    <Paper id={id} role="listbox" aria-label={palette.list} className="palette-list" shadow="md">
      {groups.map(({ name, options }) => (
        <Fragment key={name}>
          <Text size="xs" c="dimmed" fw={600} px="xs" pt={4} aria-hidden="true">
            {name}
          </Text>
          {options.map((option) => (
            <Row
              key={option.id}
              id={optionId(id, option)}
              option={option}
              is_active={option.id === active?.id}
              choose={choose}
            />
          ))}
        </Fragment>
      ))}
    </Paper>
  );
}
