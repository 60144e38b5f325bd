// Refunds the pay-ins of a list: what would happen is shown first, then made as it was seen, and
// what became of each row stays until somebody closes it.
import { Alert, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { RefundList } from '../../api/schema.gen.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { REFUND_LIST_TEXTS as texts } from '../../texts/refunds/refunds.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { LookedList } from './looked-list.tsx';
import { type GivenList, isGiven, NO_LIST, RefundInput } from './refund-input.tsx';
import { RefundRows } from './refund-rows.tsx';
import { shownSums } from './refund-words.ts';
import { useRefundList } from './use-refund-list.ts';

const COUNTS = ['refunded', 'refused', 'waiting', 'done'] as const;

function Result({ made, close }: { made: RefundList; close: () => void }) {
  const { counts, totals, results } = made;
  const is_whole = counts.refused + counts.waiting === 0;
  return (
    <CardSection
      title={texts.result}
      acts={
        <Button variant="default" size="xs" onClick={close}>
          {texts.close}
        </Button>
      }
    >
      <Alert
        role="status"
        color={is_whole ? 'teal' : 'orange'}
        title={texts.made(counts.refunded, shownSums(totals))}
      >
        <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
          {COUNTS.map((name) => (
            <Text size="sm" key={name}>
              {texts.counts[name]}: <b>{counts[name].toLocaleString()}</b>
            </Text>
          ))}
        </SimpleGrid>
      </Alert>
      <RefundRows label={texts.result} rows={results} />
    </CardSection>
  );
}

function Work({ close }: { close: () => void }) {
  const [given, setGiven] = useState<GivenList>(NO_LIST);
  const work = useRefundList(given);
  const { look, act } = work;
  if (act.data !== undefined) return <Result made={act.data} close={close} />;
  const change = (next: GivenList) => {
    setGiven(next);
    look.reset();
    act.reset();
  };
  return (
    <Stack>
      <CardSection title={texts.list}>
        <fieldset
          disabled={act.isPending}
          style={{ border: 0, margin: 0, padding: 0, minInlineSize: 0 }}
        >
          <RefundInput given={given} change={change} />
        </fieldset>
        <Group>
          {look.data === undefined ? (
            <Button
              loading={look.isPending}
              disabled={!isGiven(given)}
              onClick={() => look.mutate()}
            >
              {texts.look}
            </Button>
          ) : null}
          {isGiven(given) ? (
            <Button variant="default" disabled={act.isPending} onClick={close}>
              {texts.other}
            </Button>
          ) : null}
        </Group>
        {look.data !== undefined || look.error === null ? null : (
          <ProblemNote error={look.error} act={texts.look} retry={() => look.mutate()} />
        )}
      </CardSection>
      {look.data === undefined ? null : <LookedList looked={look.data} work={work} />}
    </Stack>
  );
}

export function Screen(): ReactNode {
  /** Each list begins with nothing of the one before. */
  const [list, setList] = useState(0);
  return (
    <Stack>
      <div>
        <AnchorLink to="/trades">{NAV_TEXTS.trades}</AnchorLink>
        <Title order={1} size="h2">
          {texts.title}
        </Title>
      </div>
      <Work key={list} close={() => setList(list + 1)} />
    </Stack>
  );
}
