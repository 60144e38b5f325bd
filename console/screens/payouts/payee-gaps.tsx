// The pay-outs that the layout cannot carry: each with its order and what it lacks, to be left out of
// the batch with one click. What merchants gave of their payees nobody else may change.
import { Button, Group, List, Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { LayoutProblem, PayoutBatch } from '../../api/schema.gen.ts';
import { aboutBatch } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { useAct } from '../../parts/act/use-act.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';
import { namingRefused } from './payout-results.ts';

const { batch: texts } = PAYOUT_TEXTS;

/** More of them stand in the table of the batch. */
const MOST_NAMED = 20;

export type Lacking = {
  readonly merchant_id: string;
  readonly id: string;
  readonly order_id: string;
  readonly problems: readonly string[];
};

/** Each pay-out once, however much of it is missing. */
export function lackingOf(problems: readonly LayoutProblem[]): readonly Lacking[] {
  const found = new Map<string, Lacking>();
  for (const { merchant_id, trade_id: id, order_id, problem } of problems) {
    if (merchant_id === null || id === null) continue;
    const known = found.get(id)?.problems ?? [];
    const named = { merchant_id, id, order_id: order_id ?? id };
    found.set(id, { ...named, problems: [...known, problem] });
  }
  return [...found.values()];
}

async function release(
  batch: PayoutBatch,
  lacking: readonly Lacking[],
  note: string,
  idempotency_key: string,
) {
  const payouts = lacking.map(({ merchant_id, id }) => ({ merchant_id, id }));
  const path = { id: batch.id };
  return namingRefused(
    await call('releaseFromPayoutBatch', { path, body: { payouts, note }, idempotency_key }),
  );
}

function LeaveOutAll({ batch, lacking }: { batch: PayoutBatch; lacking: readonly Lacking[] }) {
  return (
    <ActButton
      about={aboutBatch(batch)}
      label={texts.leave_out(lacking.length)}
      what={texts.leave_out_what}
      done={texts.left_out}
      reasons={texts.leave_out_reasons}
      is_quiet
      run={(note, idempotency_key) => release(batch, lacking, note, idempotency_key)}
    />
  );
}

/** It can be taken again, and why it was put back is what is written here. */
function LeaveOutOne({ batch, payout }: { batch: PayoutBatch; payout: Lacking }) {
  const { mutate, isPending, error } = useAct(
    (note: string, key) => release(batch, [payout], note, key),
    texts.left_out,
    () => undefined,
  );
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={isPending}
        aria-label={texts.leave_out_one(orderName(payout.order_id))}
        onClick={() => mutate(texts.leave_out_because(payout.problems[0] ?? ''))}
      >
        {texts.leave_out_short}
      </Button>
      {error === null ? null : <ProblemNote error={error} act={texts.leave_out_short} />}
    </>
  );
}

export function PayeeGaps({ batch, lacking }: { batch: PayoutBatch; lacking: readonly Lacking[] }) {
  const { can } = useSession();
  if (lacking.length === 0) return null;
  const may_leave_out = can('payouts.pay');
  const rest = lacking.length - MOST_NAMED;
  return (
    <>
      <Text size="sm" mb="xs">
        {texts.unfit_what}
      </Text>
      <List size="sm" mb="xs" spacing={4}>
        {lacking.slice(0, MOST_NAMED).map((payout) => (
          <List.Item key={payout.id}>
            <Group gap="xs">
              <AnchorLink
                to="/trades/$merchant_id/$id"
                params={{ merchant_id: payout.merchant_id, id: payout.id }}
                underline="always"
              >
                {orderName(payout.order_id)}
              </AnchorLink>
              <span>{payout.problems.join(' · ')}</span>
              {may_leave_out ? <LeaveOutOne batch={batch} payout={payout} /> : null}
            </Group>
          </List.Item>
        ))}
      </List>
      {rest > 0 ? (
        <Text size="sm" mb="xs">
          {texts.unfit_more(rest)}
        </Text>
      ) : null}
      {may_leave_out ? <LeaveOutAll batch={batch} lacking={lacking} /> : null}
    </>
  );
}
