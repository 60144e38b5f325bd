// The waiting pay-ins beside the one that is open; each is a link, and can be selected.
import { Checkbox, Group, ScrollArea, Stack, Text } from '@mantine/core';
import type { VerifyItem } from '../../api/schema.gen.ts';
import { withOpen } from '../../api/search-params.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { choose } from '../../parts/keys/use-chosen.ts';
import { AnchorLink } from '../../parts/links.tsx';
import type { Selection } from '../../parts/list/use-selection.ts';
import { Moment } from '../../parts/moment.tsx';
import { MASS_TEXTS } from '../../texts/parts.ts';
import { VERIFY_TEXTS as texts } from '../../texts/verify/verify.ts';

type ItemProps = {
  readonly item: VerifyItem;
  readonly is_current: boolean;
  readonly selection: Selection<VerifyItem>;
};

function Item({ item, is_current, selection }: ItemProps) {
  const { trade } = item;
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
        aria-label={`${MASS_TEXTS.select} ${trade.order_id}`}
        checked={selection.has(trade.id)}
        onChange={() => selection.toggle(trade.id, item)}
      />
      <AnchorLink
        to="/verify"
        search={(search) => withOpen(search, trade.id)}
        replace
        onClick={() => choose(trade.id)}
        underline="never"
        c="inherit"
        aria-current={is_current ? 'true' : undefined}
        className="row-link"
        style={{ flex: 1, minWidth: 0 }}
      >
        <Text size="sm" fw={600} truncate>
          {trade.order_id}
        </Text>
        <Text size="xs">
          <Amount amount_cents={trade.amount_cents} currency={trade.amount_currency} />
        </Text>
        <Text size="xs" c="dimmed">
          <Moment at={trade.updated_at} />
        </Text>
      </AnchorLink>
    </Group>
  );
}

type Props = {
  readonly items: readonly VerifyItem[];
  readonly current: string | undefined;
  readonly selection: Selection<VerifyItem>;
};

export function VerifyList({ items, current, selection }: Props) {
  return (
    <ScrollArea.Autosize mah={{ base: 220, md: '70vh' }}>
      <Stack gap={2} component="nav" aria-label={texts.list}>
        {items.map((item) => (
          <Item
            key={item.trade.id}
            item={item}
            is_current={item.trade.id === current}
            selection={selection}
          />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
}
