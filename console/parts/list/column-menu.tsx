// How a person wants a list: how high its rows are, and which columns stand where.
import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Popover,
  SegmentedControl,
  Stack,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { LIST_PART_TEXTS as list } from '../../texts/parts.ts';
import { DENSITIES, useDensity } from './kept.ts';
import { type ColumnChoice, changed, type Layout, moved, WIDTHS, widthOf } from './layout.ts';

const { columns: texts } = list;

type Props = {
  /** All columns, in their order. */
  readonly choices: Layout;
  readonly labels: ReadonlyMap<string, string>;
  readonly change: (layout: Layout) => void;
};

function Step(props: { text: string; label: string; press: () => void; is_on?: boolean }) {
  return (
    <ActionIcon
      size="sm"
      variant={props.is_on === true ? 'light' : 'subtle'}
      aria-label={props.label}
      title={props.label}
      {...(props.is_on === undefined ? {} : { 'aria-pressed': props.is_on })}
      onClick={props.press}
    >
      {props.text}
    </ActionIcon>
  );
}

function OneColumn({ choices, labels, change, choice }: Props & { choice: ColumnChoice }) {
  const { name, is_hidden, is_pinned } = choice;
  const label = labels.get(name) ?? name;
  const width = widthOf(choice) ?? WIDTHS.usual;
  const set = (one: Partial<ColumnChoice>) => change(changed(choices, name, one));
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <Checkbox
        size="xs"
        label={label}
        checked={!is_hidden}
        onChange={() => set({ is_hidden: !is_hidden, is_pinned: false })}
      />
      <Group gap={2} wrap="nowrap">
        <Step text="↑" label={texts.up(label)} press={() => change(moved(choices, name, -1))} />
        <Step text="↓" label={texts.down(label)} press={() => change(moved(choices, name, 1))} />
        <Step
          text="−"
          label={texts.narrower(label)}
          press={() => set({ width: width - WIDTHS.step })}
        />
        <Step
          text="+"
          label={texts.wider(label)}
          press={() => set({ width: width + WIDTHS.step })}
        />
        <Step
          text="⇤"
          label={texts.pin(label)}
          is_on={is_pinned}
          press={() => set({ is_pinned: !is_pinned, is_hidden: false })}
        />
      </Group>
    </Group>
  );
}

function DensityChoice() {
  const [density, keep] = useDensity();
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={list.density}
      data={DENSITIES.map((value) => ({ value, label: list.densities[value] }))}
      value={density}
      onChange={(value) => keep(DENSITIES.find((one) => one === value) ?? 'compact')}
    />
  );
}

export function ColumnMenu(props: Props) {
  const [is_open, menu] = useDisclosure(false);
  return (
    <Popover
      opened={is_open}
      onChange={(is_now) => (is_now ? menu.open() : menu.close())}
      trapFocus
      width={340}
      position="bottom-end"
    >
      <Popover.Target>
        <Button size="xs" variant="default" onClick={menu.toggle}>
          {texts.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.label}>
        <Stack gap="sm">
          <DensityChoice />
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
            {props.choices.map((choice) => (
              <OneColumn key={choice.name} {...props} choice={choice} />
            ))}
          </Stack>
          <Button size="compact-xs" variant="subtle" onClick={() => props.change([])}>
            {texts.reset}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
