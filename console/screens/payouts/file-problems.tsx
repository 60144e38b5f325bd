// What the chosen layout could not carry of a draft: each with its field, and all of it left out of
// the batch with one act. What merchants gave of their payees nobody else may change.
import { Alert, List, Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { LayoutProblem, PayoutBatch } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { aboutBatch } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { useSession } from '../../session/session.tsx';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';
import { type Choice, isChosen, layoutFields } from './layout-choice.tsx';
import { refuseAny } from './refuse-any.ts';

const { batch: texts } = PAYOUT_TEXTS;

export const useFileProblems = (batch: PayoutBatch | undefined, choice: Choice) =>
  useRead({
    ...readOf('listFileProblems', { path: { id: batch?.id ?? '' }, query: layoutFields(choice) }),
    enabled: batch !== undefined && batch.exported_at === null && isChosen(choice),
    retry: false,
  });

type Lacking = { readonly merchant_id: string; readonly id: string };

/** Each pay-out once, however much of it is missing. */
function lackingOf(problems: readonly LayoutProblem[]): readonly Lacking[] {
  const found = new Map<string, Lacking>();
  for (const { merchant_id, trade_id: id } of problems) {
    if (merchant_id !== null && id !== null) found.set(id, { merchant_id, id });
  }
  return [...found.values()];
}

function LeaveOut({ batch, lacking }: { batch: PayoutBatch; lacking: readonly Lacking[] }) {
  return (
    <ActButton
      about={aboutBatch(batch)}
      label={texts.leave_out(lacking.length)}
      what={texts.leave_out_what}
      done={texts.left_out}
      reasons={texts.leave_out_reasons}
      run={async (note, idempotency_key) =>
        refuseAny(
          await call('releaseFromPayoutBatch', {
            path: { id: batch.id },
            body: { payouts: [...lacking], note },
            idempotency_key,
          }),
        )
      }
    />
  );
}

/** The house's own part can be completed; it is in the settings of the account. */
function OfAccount({
  batch,
  problems,
}: {
  batch: PayoutBatch;
  problems: readonly LayoutProblem[];
}) {
  if (problems.length === 0) return null;
  return (
    <>
      <List size="sm">
        {problems.map(({ field, problem }) => (
          <List.Item key={field}>{texts.account_problem(problem)}</List.Item>
        ))}
      </List>
      <AnchorLink to="/accounts/$id" params={{ id: batch.receiving_account_id }}>
        {texts.complete_account}
      </AnchorLink>
    </>
  );
}

export function FileProblems({
  batch,
  problems,
}: {
  batch: PayoutBatch;
  problems: readonly LayoutProblem[] | undefined;
}) {
  const { can } = useSession();
  if (problems === undefined || batch.payout_count === 0) return null;
  if (problems.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.fits}
      </Text>
    );
  }
  const lacking = lackingOf(problems);
  return (
    <Alert color="orange" title={texts.unfit(lacking.length)}>
      <OfAccount batch={batch} problems={problems.filter(({ trade_id }) => trade_id === null)} />
      {lacking.length === 0 ? null : (
        <>
          <Text size="sm" mb="xs">
            {texts.unfit_what}
          </Text>
          {can('payouts.pay') ? <LeaveOut batch={batch} lacking={lacking} /> : null}
        </>
      )}
    </Alert>
  );
}
