// What the chosen layout could not carry of a draft: of the paying account and of each pay-out.
import { Alert, Text } from '@mantine/core';
import { readOf } from '../../api/keys.ts';
import type { LayoutProblem, PayoutBatch } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';
import { AccountGaps } from './account-gaps.tsx';
import { type Choice, isChosen, layoutFields } from './layout-choice.tsx';
import { lackingOf, PayeeGaps } from './payee-gaps.tsx';

const { batch: texts } = PAYOUT_TEXTS;

export const useFileProblems = (batch: PayoutBatch | undefined, choice: Choice) =>
  useRead({
    ...readOf('listFileProblems', { path: { id: batch?.id ?? '' }, query: layoutFields(choice) }),
    enabled: batch !== undefined && batch.exported_at === null && isChosen(choice),
    retry: false,
  });

export function FileProblems({
  batch,
  problems,
}: {
  batch: PayoutBatch;
  problems: readonly LayoutProblem[] | undefined;
}) {
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
      <AccountGaps batch={batch} problems={problems.filter(({ trade_id }) => trade_id === null)} />
      <PayeeGaps batch={batch} lacking={lacking} />
    </Alert>
  );
}
