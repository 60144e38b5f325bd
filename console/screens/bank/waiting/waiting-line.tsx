// One line that a stored line may be already: both sides, why it waits, and what a person says.
import { Alert, Card, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../../api/keys.ts';
import type { WaitingLine } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { AccountName } from '../../../parts/account/receiving-account.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { ActorName } from '../../../parts/names/actor-name.tsx';
import { lineReason } from '../../../parts/names/line-words.ts';
import { shortId } from '../../../parts/names/short-id.ts';
import { ProblemNote, ScreenProblem } from '../../../parts/problem.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { BankNav } from '../bank-nav.tsx';
import { Sides } from './sides.tsx';
import { WaitingActs } from './waiting-acts.tsx';

const { waiting: texts, line: line_texts } = BANK_TEXTS;

function Verdict({ line }: { line: WaitingLine }) {
  const { decision, decided_by, decided_at, note, bank_line_ids } = line;
  if (decision === null) return null;
  const shown = [
    [texts.verdict, texts.decided_as[decision]],
    [texts.decided_by, decided_by === null ? null : <ActorName key="by" actor={decided_by} />],
    [texts.decided_at, decided_at === null ? null : <Moment key="at" at={decided_at} />],
    [texts.note, note],
  ] as const;
  return (
    <Card withBorder padding="md">
      <Facts facts={shown} columns={2} />
      {bank_line_ids.map((id) => (
        <AnchorLink key={id} to="/bank/lines/$id" params={{ id }} size="sm">
          {decision === 'other' ? texts.is_bank_line : `${texts.open_line} ${shortId(id)}`}
        </AnchorLink>
      ))}
    </Card>
  );
}

function Content({ id }: { id: string }) {
  const { data, error, refetch } = useRead(readOf('listWaitingLines', { query: { id } }));
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  const [line] = data.data;
  if (line === undefined) return <Text c="dimmed">{texts.gone}</Text>;
  return (
    <Stack>
      {error === null ? null : <ProblemNote error={error} />}
      <Text size="sm" c="dimmed">
        {line_texts.account}: <AccountName id={line.receiving_account_id} /> · {texts.since}{' '}
        <Moment at={line.received_at} />
      </Text>
      <Alert color="yellow" title={line_texts.why}>
        {lineReason(line)}
      </Alert>
      <Verdict line={line} />
      <WaitingActs line={line} key={line.id} />
      <Sides line={line} />
    </Stack>
  );
}

export function Screen(): ReactNode {
  const { id } = useParams({ from: '/inside/bank/waiting/$id' });
  return (
    <>
      <BankNav />
      <Title order={1} size="h2" mb="md">
        {texts.one}
      </Title>
      <Content id={id} key={id} />
    </>
  );
}
