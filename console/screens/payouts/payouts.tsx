// The pay-outs that nobody has taken yet, longest-waiting first; several can be taken at once.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import type { PayoutOutcomes, Trade } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import type { Column } from '../../parts/list/list-table.tsx';
import { MassAct, type RowResult } from '../../parts/mass/mass-act.tsx';
import { Moment } from '../../parts/moment.tsx';
import { TEXTS } from '../../texts/en.ts';

const { payouts, trades } = TEXTS;
const EVERY_MS = 10_000;

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'currency', label: trades.currency },
  { kind: 'text', name: 'merchant_id', label: trades.merchant },
];

const COLUMNS: readonly Column<Trade>[] = [
  {
    name: 'order',
    label: trades.order,
    cell: ({ merchant_id, id, order_id }) => (
      <AnchorLink to="/trades/$merchant_id/$id" params={{ merchant_id, id }}>
        {order_id}
      </AnchorLink>
    ),
  },
  {
    name: 'payee',
    label: payouts.payee,
    cell: ({ payment_data: { name, number } }) => [name, number].filter(Boolean).join(' · '),
  },
  {
    name: 'amount',
    label: trades.amount,
    is_number: true,
    cell: ({ amount_cents, amount_currency }) => (
      <Amount amount_cents={amount_cents} currency={amount_currency} />
    ),
  },
  { name: 'since', label: payouts.waiting, cell: ({ created_at }) => <Moment at={created_at} /> },
];

const moneyOf = ({ amount_cents, amount_currency: currency }: Trade) => ({
  amount_cents,
  currency,
});

const keysOf = (rows: readonly Trade[]) => rows.map(({ merchant_id, id }) => ({ merchant_id, id }));

function resultsOf(rows: readonly Trade[], { payouts: outcomes }: PayoutOutcomes): RowResult[] {
  const names = new Map(rows.map(({ id, order_id }) => [id, order_id]));
  return outcomes.map(({ id, detail, proposal_id }) => ({
    name: names.get(id) ?? id,
    refused: detail,
    waits: proposal_id !== null,
  }));
}

function Acts({ rows }: { rows: readonly Trade[] }) {
  return (
    <>
      <MassAct
        label={payouts.take}
        what={payouts.take_what}
        rows={rows}
        moneyOf={moneyOf}
        run={async (given, note, idempotency_key) =>
          resultsOf(
            given,
            await call('takePayouts', { body: { payouts: keysOf(given), note }, idempotency_key }),
          )
        }
      />
      <MassAct
        label={payouts.reject}
        what={payouts.reject_what}
        rows={rows}
        moneyOf={moneyOf}
        is_dangerous
        run={async (given, note, idempotency_key) =>
          resultsOf(
            given,
            await call('rejectPayouts', {
              body: { payouts: keysOf(given), note },
              idempotency_key,
            }),
          )
        }
      />
    </>
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/payouts' });
  return (
    <ListPage<Trade>
      title={TEXTS.nav.payouts}
      search={search}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ order_id }) => order_id}
      read={(query, signal) => call('listPayoutQueue', { query, signal })}
      empty={payouts.empty}
      massActs={(rows) => <Acts rows={rows} />}
      every_ms={EVERY_MS}
    />
  );
}
