// One proposal: who asks for what and why, what its approval would do now, and the decision.
import { Blockquote, Group, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { ProposalDetail } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { AlsoHere } from '../../parts/live/also-here.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Target } from '../../parts/names/target.tsx';
import { ProblemNote, ScreenProblem } from '../../parts/problem.tsx';
import { Opened } from '../../parts/recent/opened.tsx';
import { APPROVAL_TEXTS as texts } from '../../texts/approvals.ts';
import { ApprovalActs } from './approval-acts.tsx';
import { AmountOf, Maker, ProposalPersonName, ProposalState } from './approval-columns.tsx';
import { CollectSecret } from './collect-secret.tsx';
import { Outcome } from './outcome.tsx';

const EVERY_MS = 10_000;

function factsOf({ proposal }: ProposalDetail): readonly Fact[] {
  const { amount_cents, target, named_target, created_at, expires_at, decided_at, checker } =
    proposal;
  const is_decided = decided_at !== null;
  return [
    ...(amount_cents === null
      ? []
      : [[texts.amount, <AmountOf key="amount" proposal={proposal} />] as const]),
    [texts.about, <Target key="target" target={target} named={named_target} />],
    [texts.maker, <Maker key="maker" proposal={proposal} />],
    [texts.asked, <Moment key="asked" at={created_at} />],
    ...(is_decided
      ? [
          [texts.checker, <ProposalPersonName key="checker" person={checker} />] as const,
          [texts.decided_at, <Moment key="decided" at={decided_at} />] as const,
          [texts.decision, proposal.decision_note] as const,
        ]
      : [[texts.expires, <Moment key="expires" at={expires_at} />] as const]),
  ];
}

function Rule({ band }: { band: ProposalDetail['band'] }) {
  if (band === null) return <Text size="sm">{texts.rule_none}</Text>;
  if (band.from_cents === 0 || band.currency === null) {
    return <Text size="sm">{texts.rule_always}</Text>;
  }
  return (
    <Text size="sm" component="div">
      {texts.rule_from} <Amount amount_cents={band.from_cents} currency={band.currency} />
    </Text>
  );
}

function Content({ detail }: { detail: ProposalDetail }) {
  const { proposal, band, outcome } = detail;
  return (
    <Stack>
      <div>
        <AnchorLink to="/approvals" size="sm">
          {texts.back}
        </AnchorLink>
        <Opened name={texts.acts[proposal.act]} />
        <AlsoHere subject_type="proposal" subject_id={proposal.id} />
        <Group justify="space-between" align="start">
          <Group>
            <Title order={1} size="h2">
              {texts.acts[proposal.act]}
            </Title>
            <ProposalState state={proposal.state} />
          </Group>
          <CollectSecret proposal={proposal} />
          <ApprovalActs detail={detail} />
        </Group>
      </div>
      <CardSection title={texts.detail}>
        <Facts facts={factsOf(detail)} />
        <Blockquote p="sm" style={{ overflowWrap: 'anywhere' }}>
          {proposal.note}
        </Blockquote>
      </CardSection>
      {outcome === null ? null : (
        <>
          <CardSection title={texts.now}>
            <Outcome outcome={outcome} />
          </CardSection>
          <CardSection title={texts.rule}>
            <Rule band={band} />
          </CardSection>
        </>
      )}
    </Stack>
  );
}

export function Screen(): ReactNode {
  const path = useParams({ from: '/inside/approvals/$id' });
  const { data, error, refetch } = useRead({
    ...readOf('getApproval', { path }),
    refetchInterval: EVERY_MS,
  });
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  return (
    <>
      {error === null ? null : <ProblemNote error={error} />}
      <Content detail={data} />
    </>
  );
}
