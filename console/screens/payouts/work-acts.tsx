// What can be done with selected pay-outs that somebody has taken.
import { call } from '../../api/client.ts';
import type { PayoutWork } from '../../api/schema.gen.ts';
import { MassAct } from '../../parts/mass/mass-act.tsx';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';
import { MarkPaid } from './mark-paid.tsx';
import { moneyOfTrade, payoutKey, resultsOf } from './payout-columns.tsx';
import { Reject } from './queue-acts.tsx';

const { release } = PAYOUT_TEXTS;

type Rows = { readonly rows: readonly PayoutWork[] };

function PutBack({ rows }: Rows) {
  return (
    <MassAct
      label={release.label}
      what={release.what}
      reasons={release.reasons}
      rows={rows.map(({ trade }) => trade)}
      moneyOf={moneyOfTrade}
      is_dangerous
      run={async (given, note, idempotency_key) =>
        resultsOf(
          await call('releasePayouts', {
            body: { payouts: given.map(payoutKey), note },
            idempotency_key,
          }),
        )
      }
    />
  );
}

/** Nothing that the bank may have is ever put back. */
export function WorkActs({ rows, stage }: Rows & { stage: 'taken' | 'unconfirmed' }) {
  return (
    <>
      <MarkPaid rows={rows} />
      {stage === 'taken' ? <PutBack rows={rows} /> : null}
      <Reject rows={rows.map(({ trade }) => trade)} />
    </>
  );
}
