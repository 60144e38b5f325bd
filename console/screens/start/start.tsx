// Home: what needs a decision now, what happened since the person was here, and today's figures beside those of other days.
import { Stack, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PLACES } from '../../api/schema.gen.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { FileLinks } from '../../parts/file-links.tsx';
import { useAttention } from '../../parts/live/attention.ts';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { FIGURE_TEXTS } from '../../texts/reports.ts';
import { DecisionCards } from './decision-cards.tsx';
import { Since } from './since.tsx';
import { Today } from './today.tsx';

const EVERY_MS = 10_000;

/** What waits for a person, one by one: lines in suspense, pay-ins to judge, open disputes. */
function Exceptions() {
  const { can } = useSession();
  if (!can('exports.make')) return null;
  return (
    <FileLinks
      files={[
        { address: PLACES.exportExceptions[1], words: FIGURE_TEXTS.exceptions_csv },
        { address: PLACES.exportExceptionsWorkbook[1], words: FIGURE_TEXTS.exceptions_workbook },
      ]}
    />
  );
}

function Decisions() {
  const { data, error, refetch } = useAttention({ refetchInterval: EVERY_MS });
  return (
    <CardSection title={FIGURE_TEXTS.decisions} acts={<Exceptions />}>
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {data === undefined ? <Loading height={160} /> : <DecisionCards items={data.data} />}
    </CardSection>
  );
}

/** People of a merchant see their own figures; what waits for the house is not theirs. */
export function Screen(): ReactNode {
  const { show } = useSearch({ from: '/inside/' });
  const { can } = useSession();
  return (
    <Stack>
      <Title order={1} size="h2">
        {FIGURE_TEXTS.title}
      </Title>
      {can('alerts.read') ? <Decisions /> : null}
      {can('alerts.read') ? <Since /> : null}
      {can('trades.read') ? <Today show={show} /> : null}
    </Stack>
  );
}
