// The waiting lines beside the one that is open; each is a link, and can be selected.
import { Checkbox, Group, ScrollArea, Stack, Text } from '@mantine/core';
import type { BankLine } from '../../../api/schema.gen.ts';
import { withOpen } from '../../../api/search-params.ts';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { choose } from '../../../parts/keys/use-chosen.ts';
import { AnchorLink } from '../../../parts/links.tsx';
import type { Selection } from '../../../parts/list/use-selection.ts';
import { Moment } from '../../../parts/moment.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { MASS_TEXTS } from '../../../texts/parts.ts';

const { review: texts } = BANK_TEXTS;

type Props = {
  readonly lines: readonly BankLine[];
  readonly current: string | undefined;
  readonly selection: Selection<BankLine>;
};

const nameOf = ({ counterparty_name, text, utr, id }: BankLine): string =>
  counterparty_name ?? text ?? utr ?? id;

function Item({
  line,
  is_current,
  selection,
}: {
  line: BankLine;
  is_current: boolean;
  selection: Selection<BankLine>;
}) {
  return (
    <Group
      wrap="nowrap"
      gap="xs"
      p={6}
      style={{
        borderRadius: 'var(--mantine-radius-sm)',
        background: is_current ? 'var(--mantine-primary-color-light)' : undefined,
      }}
    >
      <Checkbox
        size="xs"
        aria-label={`${MASS_TEXTS.select} ${nameOf(line)}`}
        checked={selection.has(line.id)}
        onChange={() => selection.toggle(line.id, line)}
      />
      <AnchorLink
        to="/bank/review"
        search={(search) => withOpen(search, line.id)}
        replace
        onClick={() => choose(line.id)}
        underline="never"
        c="inherit"
        aria-current={is_current ? 'true' : undefined}
        className="row-link"
        style={{ flex: 1, minWidth: 0 }}
      >
        <Text size="sm" fw={600}>
          <Amount amount_cents={line.amount_cents} currency={line.currency} />
        </Text>
        <Text size="xs" truncate>
          {nameOf(line)}
        </Text>
        <Text size="xs" c="dimmed">
          <Moment at={line.booked_at} />
        </Text>
      </AnchorLink>
    </Group>
  );
}

export function ReviewList({ lines, current, selection }: Props) {
  return (
    <ScrollArea.Autosize mah={{ base: 220, md: '70vh' }}>
      <Stack gap={2} component="nav" aria-label={texts.list}>
        {lines.map((line) => (
          <Item key={line.id} line={line} is_current={line.id === current} selection={selection} />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
}
