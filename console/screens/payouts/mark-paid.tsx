// Marks selected pay-outs as paid, each with the number that the bank gave its payment: typed, or
// pasted as a table and looked at before anything is sent.
import { Button, Collapse, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { PayoutWork } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { MassAct } from '../../parts/mass/mass-act.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';
import { moneyOfTrade, payoutKey, resultsOf } from './payout-columns.tsx';
import {
  bareUtr,
  type Pasted,
  type Payable,
  readPasted,
  type Utrs,
  utrProblem,
} from './utr-table.ts';

const { paid } = PAYOUT_TEXTS;

const payableOf = ({ trade: { id, order_id, type }, attempt }: PayoutWork): Payable => ({
  id,
  order_id,
  type,
  end_to_end_id: attempt.end_to_end_id,
});

/** What is missing is not an error while somebody still types. */
function errorOf(payable: Payable, utrs: Utrs): string | null {
  const problem = utrProblem(payable, utrs);
  if (problem === null || problem === 'missing') return null;
  if (problem === 'upi') return paid.wrong_upi;
  return problem === 'other' ? paid.wrong_other : paid.twice;
}

type Fields = {
  readonly rows: readonly PayoutWork[];
  readonly utrs: Utrs;
  readonly change: (utrs: Utrs) => void;
};

function PasteTable({ rows, utrs, change }: Fields) {
  const [is_open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [pasted, setPasted] = useState<Pasted | null>(null);
  const fill = () => {
    const read = readPasted(text, rows.map(payableOf));
    setPasted(read);
    change({ ...utrs, ...read.utrs });
  };
  return (
    <>
      <Button variant="default" size="xs" aria-expanded={is_open} onClick={() => setOpen(!is_open)}>
        {paid.paste}
      </Button>
      <Collapse expanded={is_open}>
        <Stack gap="xs">
          <Textarea
            label={paid.paste}
            description={paid.paste_what}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={100_000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group>
            <Button variant="light" size="xs" disabled={text.trim() === ''} onClick={fill}>
              {paid.fill}
            </Button>
            <Text size="sm" role="status">
              {pasted === null ? '' : paid.filled(Object.keys(pasted.utrs).length)}
            </Text>
          </Group>
          {pasted === null || pasted.unknown.length === 0 ? null : (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {paid.unknown} {pasted.unknown.join(', ')}
            </Text>
          )}
        </Stack>
      </Collapse>
    </>
  );
}

function UtrFields(fields: Fields) {
  const { rows, utrs, change } = fields;
  return (
    <Stack gap="xs">
      {rows.length < 2 ? null : <PasteTable {...fields} />}
      {rows.map((row) => {
        const { trade } = row;
        const { amount_cents, currency } = moneyOfTrade(trade);
        return (
          <TextInput
            key={trade.id}
            label={`${paid.utr}: ${orderName(trade.order_id)}`}
            description={
              <>
                <Amount amount_cents={amount_cents} currency={currency} />
                {[trade.payment_data.name, trade.payment_data.number]
                  .filter((one) => one !== null && one !== undefined)
                  .map((one) => ` · ${one}`)}
              </>
            }
            value={utrs[trade.id] ?? ''}
            error={errorOf(payableOf(row), utrs)}
            {...BOUNDS.completePayouts['payouts.utr']}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => change({ ...utrs, [trade.id]: event.currentTarget.value })}
          />
        );
      })}
    </Stack>
  );
}

export function MarkPaid({ rows }: { rows: readonly PayoutWork[] }) {
  const [utrs, setUtrs] = useState<Utrs>({});
  const [frozen, setFrozen] = useState<readonly PayoutWork[]>([]);
  const is_ready = frozen.every((row) => utrProblem(payableOf(row), utrs) === null);
  return (
    <MassAct<PayoutWork>
      label={paid.label}
      what={paid.what}
      reasons={paid.reasons}
      rows={rows}
      moneyOf={({ trade }) => moneyOfTrade(trade)}
      onOpen={(given) => {
        setFrozen(given);
        setUtrs({});
      }}
      is_ready={is_ready}
      fields={(given) => <UtrFields rows={given} utrs={utrs} change={setUtrs} />}
      run={async (given, note, idempotency_key) => {
        const trades = given.map(({ trade }) => trade);
        const payouts = trades.map((trade) => ({
          ...payoutKey(trade),
          utr: bareUtr(utrs[trade.id] ?? ''),
        }));
        return resultsOf(
          await call('completePayouts', { body: { payouts, note }, idempotency_key }),
        );
      }}
    />
  );
}
