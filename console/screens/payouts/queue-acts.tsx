// What can be done with selected pay-outs that nobody has taken: take, make a batch, reject.
import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { PayoutBatch, Trade } from '../../api/schema.gen.ts';
import { MassAct } from '../../parts/mass/mass-act.tsx';
import { PAYOUT_TEXTS as payouts } from '../../texts/payouts/payouts.ts';
import { AccountChoice } from './account-choice.tsx';
import { moneyOfTrade, payoutKey, resultsOf } from './payout-columns.tsx';

/** Null if they are in several currencies: no account pays all of them. */
function currencyOf(rows: readonly Trade[]): string | null {
  const [first, ...more] = new Set(rows.map(({ amount_currency }) => amount_currency));
  return first === undefined || more.length > 0 ? null : first;
}

function Take({ rows }: { rows: readonly Trade[] }) {
  const [account, setAccount] = useState('');
  return (
    <MassAct
      label={payouts.take.label}
      what={payouts.take.what}
      reasons={payouts.take.reasons}
      rows={rows}
      moneyOf={moneyOfTrade}
      onOpen={() => setAccount('')}
      fields={(given) => (
        <AccountChoice currency={currencyOf(given)} value={account} change={setAccount} />
      )}
      run={async (given, note, idempotency_key) =>
        resultsOf(
          await call('takePayouts', {
            body: {
              payouts: given.map(payoutKey),
              note,
              receiving_account_id: account === '' ? null : account,
            },
            idempotency_key,
          }),
        )
      }
    />
  );
}

const RAILS = Object.entries(payouts.batch.rails).map(([value, label]) => ({ value, label }));

function MakeBatch({ rows }: { rows: readonly Trade[] }) {
  const navigate = useNavigate();
  const [account, setAccount] = useState('');
  const [rail, setRail] = useState<string>('files');
  return (
    <MassAct
      label={payouts.batch.create}
      what={payouts.batch.create_what}
      reasons={payouts.batch.create_reasons}
      rows={rows}
      moneyOf={moneyOfTrade}
      onOpen={() => setAccount('')}
      is_ready={account !== ''}
      reason_is_optional
      fields={(given) => (
        <>
          <AccountChoice
            currency={currencyOf(given)}
            value={account}
            change={setAccount}
            is_required
          />
          <NativeSelect
            label={payouts.batch.rail}
            value={rail}
            data={RAILS}
            onChange={(event) => setRail(event.currentTarget.value)}
          />
        </>
      )}
      run={async (given, note, idempotency_key) => {
        const answer = await call('createPayoutBatch', {
          body: {
            receiving_account_id: account,
            rail: rail === 'files' ? 'files' : 'simulated_bank',
            payouts: given.map(payoutKey),
            note: note === '' ? null : note,
          },
          idempotency_key,
        });
        const results = resultsOf(answer);
        if (results.every(({ refused }) => refused === null)) {
          await navigate({ to: '/payouts/batches/$id', params: { id: idOf(answer.batch) } });
        }
        return results;
      }}
    />
  );
}

const idOf = ({ id }: PayoutBatch): string => id;

export function Reject({ rows }: { rows: readonly Trade[] }) {
  return (
    <MassAct
      label={payouts.reject.label}
      what={payouts.reject.what}
      reasons={payouts.reject.reasons}
      rows={rows}
      moneyOf={moneyOfTrade}
      is_dangerous
      run={async (given, note, idempotency_key) =>
        resultsOf(
          await call('rejectPayouts', {
            body: { payouts: given.map(payoutKey), note },
            idempotency_key,
          }),
        )
      }
    />
  );
}

export function QueueActs({ rows }: { rows: readonly Trade[] }) {
  return (
    <>
      <Take rows={rows} />
      <MakeBatch rows={rows} />
      <Reject rows={rows} />
    </>
  );
}
