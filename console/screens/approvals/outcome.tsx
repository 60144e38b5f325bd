// What the approval of a proposal would do now: balances, trades and settings before and after.
import { Alert, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BalanceShown, ProposalOutcome, Trade, TradeShown } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { OrderLink } from '../../parts/trade-link.tsx';
import { APPROVAL_TEXTS as texts } from '../../texts/approvals.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { STATE_NAMES } from '../../texts/trade-words.ts';
import { Evidence } from './evidence.tsx';
import { settingRows } from './setting-rows.ts';

type Cells = readonly [key: string, name: ReactNode, before: ReactNode, after: ReactNode];

function BeforeAfter({ first, rows }: { first: string; rows: readonly Cells[] }) {
  if (rows.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{first}</Table.Th>
            <Table.Th>{texts.before}</Table.Th>
            <Table.Th>{texts.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([key, name, before, after]) => (
            <Table.Tr key={key}>
              <Table.Td>{name}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{before}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

const isState = (text: string): text is Trade['state'] => text in STATE_NAMES;

function State({ state }: { state: string | null }) {
  if (state === null) return COMMON_TEXTS.nothing;
  return isState(state) ? <StateBadge state={state} /> : state;
}

const balanceRow = ({ merchant_id, account, currency, ...sums }: BalanceShown): Cells => [
  `${merchant_id} ${account} ${currency}`,
  account === 'available' || account === 'blocked' ? texts.balances[account] : account,
  <Amount key="before" amount_cents={sums.before_cents} currency={currency} />,
  <Amount key="after" amount_cents={sums.after_cents} currency={currency} />,
];

const tradeRow = ({ merchant_id, trade_id, state_before, state_after }: TradeShown): Cells => [
  trade_id,
  state_before === null ? (
    texts.new_trade
  ) : (
    <OrderLink key="trade" merchant_id={merchant_id} trade_id={trade_id} />
  ),
  <State key="before" state={state_before} />,
  <State key="after" state={state_after} />,
];

const settings = ({
  settings_before: before,
  settings_after: after,
}: NonNullable<ProposalOutcome>): Cells[] =>
  settingRows(before, after).map((row) => [row.name, row.name, row.before, row.after]);

export function Outcome({ outcome }: { outcome: NonNullable<ProposalOutcome> }) {
  const { detail, balances, trades, evidence } = outcome;
  const rows = settings(outcome);
  const is_empty = balances.length + trades.length + rows.length + evidence.length === 0;
  return (
    <Stack gap="sm">
      {detail === null ? null : (
        <Alert color="orange" title={texts.now_nothing}>
          {detail}
        </Alert>
      )}
      {detail === null && is_empty ? <Text size="sm">{texts.now_does}</Text> : null}
      <BeforeAfter first={texts.balance} rows={balances.map(balanceRow)} />
      <BeforeAfter first={texts.trade} rows={trades.map(tradeRow)} />
      <BeforeAfter first={texts.setting} rows={rows} />
      {evidence.map((one) => (
        <Evidence key={`${one.receiving_account_id} ${one.currency}`} of={one} />
      ))}
    </Stack>
  );
}
