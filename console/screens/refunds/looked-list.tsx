// What a list of refunds would do, and the act that does just that: its button says how many and
// how much.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Unreachable } from '../../api/client.ts';
import type { RefundList } from '../../api/schema.gen.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { REFUND_LIST_TEXTS as texts } from '../../texts/refunds/refunds.ts';
import { RefundRows } from './refund-rows.tsx';
import { actWords, shownSums } from './refund-words.ts';
import type { RefundListWork } from './use-refund-list.ts';

function Facts({ looked: { counts, totals } }: { looked: RefundList }): ReactNode {
  const { done, refused, waiting } = counts;
  return (
    <Stack gap={4}>
      {totals.map(({ currency, count, ...sum }) => (
        <Text key={currency} fw={600}>
          {texts.sum(count)}: {shownSums([{ currency, ...sum }])}
        </Text>
      ))}
      {refused === 0 ? null : <Text size="sm">{texts.refused_rows(refused)}</Text>}
      {waiting === 0 ? null : <Text size="sm">{texts.will_wait(waiting)}</Text>}
      {done === 0 ? null : <Text size="sm">{texts.already(done)}</Text>}
    </Stack>
  );
}

function ActProblem({ error }: { error: Error | null }) {
  if (error === null) return null;
  if (!(error instanceof Unreachable)) return <ProblemNote error={error} act={texts.label} />;
  return (
    <Alert color="orange" title={texts.lost} role="alert">
      {texts.lost_what}
    </Alert>
  );
}

type Props = { readonly looked: RefundList; readonly work: RefundListWork };

function Act({ looked, work: { act, look } }: Props) {
  const words = actWords(looked);
  if (words === null) return <Text fw={600}>{texts.nothing_ready}</Text>;
  return (
    <>
      <Group>
        <Button
          loading={act.isPending}
          disabled={look.isPending}
          styles={{ root: { height: 'auto', minHeight: 32 }, label: { whiteSpace: 'normal' } }}
          onClick={() => act.mutate(looked.seen)}
        >
          {words}
        </Button>
      </Group>
      {act.isPending ? (
        <Text size="sm" role="status">
          {texts.acting}
        </Text>
      ) : null}
    </>
  );
}

export function LookedList({ looked, work }: Props) {
  const { act, look } = work;
  return (
    <CardSection
      title={texts.looked}
      acts={
        <Button
          variant="default"
          size="xs"
          loading={look.isPending}
          disabled={act.isPending}
          onClick={() => look.mutate()}
        >
          {texts.look_again}
        </Button>
      }
    >
      <ActProblem error={act.error} />
      {look.error === null ? null : <ProblemNote error={look.error} act={texts.look_again} />}
      {act.error === null ? <Text size="sm">{texts.nothing_yet}</Text> : null}
      <Facts looked={looked} />
      <Act looked={looked} work={work} />
      <RefundRows label={texts.looked} rows={looked.results} />
    </CardSection>
  );
}
