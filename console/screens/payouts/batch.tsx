// One batch: what it is, what can be done with it, its bank file, and its pay-outs.
import { Alert, Group, Stack, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { readOf } from '../../api/keys.ts';
import type { PayoutBatch } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { useReceivingAccount } from '../../parts/account/receiving-account.tsx';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { AlsoHere } from '../../parts/live/also-here.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote, ScreenProblem } from '../../parts/problem.tsx';
import { Opened } from '../../parts/recent/opened.tsx';
import { useSession } from '../../session/session.tsx';
import { PAYOUT_TEXTS as payouts } from '../../texts/payouts/payouts.ts';
import { payingName } from './account-choice.tsx';
import { BankFile } from './bank-file.tsx';
import { BatchActs } from './batch-acts.tsx';
import { BatchState } from './batch-columns.tsx';
import { BatchPayouts } from './batch-payouts.tsx';
import { useFileProblems } from './file-problems.tsx';
import { FIRST_CHOICE } from './layout-choice.tsx';

const { batch: texts } = payouts;
const EVERY_MS = 10_000;

function BatchFacts({ batch }: { batch: PayoutBatch }) {
  const account = useReceivingAccount(batch.receiving_account_id);
  const facts: readonly Fact[] = [
    [texts.payouts, batch.payout_count.toLocaleString()],
    [
      texts.total,
      <Amount key="total" amount_cents={batch.total_cents} currency={batch.currency} />,
    ],
    [texts.open, batch.state === 'draft' ? null : batch.open_count.toLocaleString()],
    [payouts.account, account === undefined ? batch.receiving_account_id : payingName(account)],
    [texts.rail, texts.rails[batch.rail]],
    [texts.message, <Copyable key="message" value={batch.message_id} />],
    [texts.made, <Moment key="made" at={batch.created_at} />],
    [
      texts.exported,
      batch.exported_at === null ? null : <Moment key="exported" at={batch.exported_at} />,
    ],
    [texts.handed, batch.handed_at === null ? null : <Moment key="handed" at={batch.handed_at} />],
    [texts.pays_on, batch.execution_on],
    [texts.note, batch.note],
  ];
  return <Facts facts={facts} />;
}

export function Screen(): ReactNode {
  const { id } = useParams({ from: '/inside/payouts/batches/$id' });
  const { can } = useSession();
  const { data, error, refetch } = useRead({
    ...readOf('getPayoutBatch', { path: { id } }),
    refetchInterval: EVERY_MS,
  });
  const [choice, change] = useState(FIRST_CHOICE);
  const [saves_now, saveNow] = useState(false);
  const checked = data?.rail === 'files' && can('payout_files.open') ? data : undefined;
  const found = useFileProblems(checked, choice);
  const problems = found.data?.data;
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  return (
    <Stack>
      <div>
        <Opened name={`${texts.title} ${data.message_id}`} />
        <AnchorLink to="/payouts/batches">{texts.all}</AnchorLink>
        <Group justify="space-between" align="start">
          <Group>
            <Title order={1} size="h2">
              {texts.title} {data.message_id}
            </Title>
            <BatchState state={data.state} />
          </Group>
          {can('payouts.pay') || can('payout_files.open') ? (
            <BatchActs batch={data} file={{ choice, problems, save: () => saveNow(true) }} />
          ) : null}
        </Group>
      </div>
      {error === null ? null : <ProblemNote error={error} />}
      {found.error === null ? null : <ProblemNote error={found.error} />}
      <AlsoHere subject_type="payout_batch" subject_id={id} />
      {data.damaged === true ? <Alert color="red">{texts.damaged}</Alert> : null}
      <BatchFacts batch={data} />
      {can('payout_files.open') && data.rail === 'files' ? (
        <BankFile
          batch={data}
          choice={choice}
          change={(other) => {
            saveNow(false);
            change(other);
          }}
          problems={problems}
          saves_now={saves_now}
          began={() => saveNow(false)}
        />
      ) : null}
      <BatchPayouts batch={data} problems={problems ?? []} />
    </Stack>
  );
}
