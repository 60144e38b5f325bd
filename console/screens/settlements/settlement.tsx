// One settlement: its sums, its lines, its documents, and what is decided about it.
import { Anchor, Group, Stack, Table, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addressOf, call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import { PLACES, type Settlement } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { aboutSettlement } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ScreenProblem } from '../../parts/problem.tsx';
import { Opened } from '../../parts/recent/opened.tsx';
import { SettlementBadge } from '../../parts/state-badge.tsx';
import { useSession } from '../../session/session.tsx';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { SETTLEMENT_TEXTS as texts } from '../../texts/settlements/settlements.ts';
import { SettlementLines } from './settlement-lines.tsx';

const { settlement_states } = LIST_TEXTS;

const SUMS = [
  'opening_cents',
  'payins_cents',
  'payouts_cents',
  'refunds_cents',
  'reversals_cents',
  'adjustments_cents',
  'fees_cents',
  'holds_cents',
  'net_cents',
  'paid_cents',
  'returned_cents',
  'closing_cents',
  'carried_cents',
  'payable_cents',
] as const;

function Sums({ settlement }: { settlement: Settlement }) {
  return (
    <Table maw={480} variant="vertical">
      <Table.Tbody>
        {SUMS.map((name) => (
          <Table.Tr key={name}>
            <Table.Th>{texts.sums[name]}</Table.Th>
            <Table.Td className="number" fw={name === 'payable_cents' ? 700 : 400}>
              <Amount amount_cents={settlement[name]} currency={settlement.currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Acts({ settlement }: { settlement: Settlement }) {
  const { merchant_id, id, state } = settlement;
  const { can } = useSession();
  if (!can('settlements.decide')) return null;
  const why_not = state === 'draft' ? undefined : texts.only_drafts(settlement_states[state]);
  const path = { merchant_id, id };
  return (
    <Group gap="xs">
      <ActButton
        about={aboutSettlement(settlement)}
        {...texts.discard}
        is_dangerous
        why_not={why_not}
        run={(note, idempotency_key) =>
          call('discardSettlement', { path, body: { note }, idempotency_key })
        }
      />
      <ActButton
        about={aboutSettlement(settlement)}
        {...texts.approve}
        why_not={why_not}
        run={(note, idempotency_key) =>
          call('approveSettlement', { path, body: { note }, idempotency_key })
        }
      />
    </Group>
  );
}

const factsOf = (settlement: Settlement): readonly Fact[] => [
  [texts.from, <Moment key="from" at={settlement.period_from} />],
  [texts.to, <Moment key="to" at={settlement.period_to} />],
  [texts.lines, settlement.line_count],
];

function Documents({ settlement: { merchant_id, id } }: { settlement: Settlement }) {
  const at = (name: 'getSettlementDocument' | 'getSettlementCsv' | 'getSettlementWorkbook') =>
    addressOf(PLACES[name][1], { merchant_id, id }, {});
  return (
    <Group>
      <Anchor href={at('getSettlementDocument')} target="_blank" underline="always">
        {texts.document}
      </Anchor>
      <Anchor href={at('getSettlementCsv')} underline="always">
        {texts.csv}
      </Anchor>
      <Anchor href={at('getSettlementWorkbook')} underline="always">
        {texts.workbook}
      </Anchor>
    </Group>
  );
}

export function Screen(): ReactNode {
  const path = useParams({ from: '/inside/settlements/$merchant_id/$id' });
  const { data, error, refetch } = useRead(readOf('getSettlement', { path }));
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  return (
    <Stack>
      <AnchorLink to="/merchants/$id/settlements" params={{ id: data.merchant_id }} size="sm">
        {data.merchant_name}
      </AnchorLink>
      <Group justify="space-between">
        <Group>
          <Title order={1} size="h2">
            {texts.title(data.number)}
          </Title>
          <SettlementBadge state={data.state} />
        </Group>
        <Acts settlement={data} />
      </Group>
      <Opened name={`${data.merchant_name}: ${texts.title(data.number)}`} />
      <Facts facts={factsOf(data)} />
      <Documents settlement={data} />
      <Sums settlement={data} />
      <SettlementLines settlement={data} />
    </Stack>
  );
}
