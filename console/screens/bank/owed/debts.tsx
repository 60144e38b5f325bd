// What merchants owe: balances below zero, since when, and the refunds that were sent although their
// pay-in was taken back.
import { Group, Stack, Table, Text, Title } from '@mantine/core';
import type { Debt, DebtTotal } from '../../../api/schema.gen.ts';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { useFewRows } from '../../../parts/few-rows.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { TradeLink } from '../../../parts/trade-link.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { COMMON_TEXTS } from '../../../texts/common.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';

const { owed: texts, ages } = BANK_TEXTS;
const { columns } = LIST_TEXTS;

function DebtRow({ debt }: { debt: Debt }) {
  const { merchant_id, merchant_name, currency, owed_cents, since_at, age, refunds } = debt;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <AnchorLink to="/merchants/$id" params={{ id: merchant_id }}>
          {merchant_name}
        </AnchorLink>
      </Table.Td>
      <Table.Td className="number">
        <Amount amount_cents={owed_cents} currency={currency} />
      </Table.Td>
      <Table.Td>
        <Moment at={since_at} />
        <Text size="sm" c="dimmed">
          {ages[age]}
        </Text>
      </Table.Td>
      <Table.Td>
        {refunds.length === 0 ? COMMON_TEXTS.nothing : null}
        {refunds.map((refund) => (
          <Group key={refund.id} gap="xs">
            <TradeLink
              merchant_id={merchant_id}
              trade_id={refund.id}
              name={texts.refund_of(refund.id.slice(-6))}
            />
            <Amount amount_cents={refund.amount_cents} currency={refund.currency} />
            <StateBadge state={refund.state} />
          </Group>
        ))}
      </Table.Td>
    </Table.Tr>
  );
}

type Props = { debts: readonly Debt[]; totals: readonly DebtTotal[] };

/** Nothing if nobody owes. */
export function Debts({ debts, totals }: Props) {
  const { shown, more } = useFewRows(debts);
  if (shown.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.debts}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.debts_intro}
      </Text>
      {totals.map(({ currency, merchants, owed_cents }) => (
        <Text key={currency} size="sm">
          {texts.debtors(merchants)}: <Amount amount_cents={owed_cents} currency={currency} />
        </Text>
      ))}
      <Table.ScrollContainer minWidth={640}>
        <Table aria-label={texts.debts}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{columns.merchant}</Table.Th>
              <Table.Th className="number">{texts.debt}</Table.Th>
              <Table.Th>{texts.since}</Table.Th>
              <Table.Th>{texts.sent_refunds}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((debt) => (
              <DebtRow key={`${debt.merchant_id} ${debt.currency}`} debt={debt} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {more}
    </Stack>
  );
}
