// The pay-ins to verify, longest waiting first: the claim beside the bank's lines beside what the
// payer sent. A key decides, and the next one opens by itself.
import { Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Trade, VerifyItem } from '../../api/schema.gen.ts';
import type { InAddress, SearchAt } from '../../api/searches.ts';
import { useRead } from '../../api/use-read.ts';
import { choicesOf } from '../../parts/list/choices.ts';
import { FilterBar } from '../../parts/list/filter-bar.tsx';
import type { Filter } from '../../parts/list/filters.ts';
import { useSelection } from '../../parts/list/use-selection.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { QueueBar } from '../../parts/queue/queue-bar.tsx';
import { useQueue } from '../../parts/queue/use-queue.ts';
import { SavedViews } from '../../parts/views/saved-views.tsx';
import { verifyQueue } from '../../screen-reads.ts';
import { BANK_TEXTS } from '../../texts/bank/bank.ts';
import { VERIFY_TEXTS as texts } from '../../texts/verify/verify.ts';
import { VerifyList } from './verify-list.tsx';
import { VerifyMassActs } from './verify-mass-acts.tsx';
import { VerifyWork } from './verify-work.tsx';

const EVERY_MS = 15_000;

const { none: _none, ...REASONS } = texts.why;

const FILTERS: readonly Filter[] = [
  { kind: 'choice', name: 'state_reason', label: texts.reason, choices: choicesOf(REASONS) },
  { kind: 'merchant', name: 'merchant_id', label: texts.merchant },
  { kind: 'account', name: 'receiving_account_id', label: BANK_TEXTS.line.account },
];

function useItems(search: InAddress<SearchAt<'/verify'>>) {
  return useRead({
    ...verifyQueue(search),
    refetchInterval: EVERY_MS,
    placeholderData: (before) => before,
  });
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/verify' });
  const { data, error, refetch } = useItems(search);
  const items = data?.data;
  const queue = useQueue(
    '/verify',
    items?.map(({ trade }) => trade.id),
    search.open,
  );
  const selection = useSelection<VerifyItem>(JSON.stringify({ ...search, open: '' }));
  const item = items?.find(({ trade }) => trade.id === queue.current);
  return (
    <>
      <Group mb="sm">
        <Title order={1} size="h2">
          {texts.title}
        </Title>
        {items === undefined ? null : <Text c="dimmed">{texts.waiting(items.length)}</Text>}
        <Group ms="auto">
          <SavedViews list="verify" search={search} />
        </Group>
      </Group>
      <FilterBar filters={FILTERS} search={search} />
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {/* It has the results of a mass act, also when that has emptied the list. */}
      {selection.rows.length === 0 ? null : <VerifyMassActs items={selection.rows} />}
      {items?.length === 0 ? <Text c="dimmed">{texts.empty}</Text> : null}
      {items === undefined || items.length === 0 ? null : (
        <Grid mt="sm">
          <Grid.Col span={{ base: 12, md: 4, lg: 3 }}>
            <Stack gap="xs">
              <QueueBar
                queue={queue}
                position={texts.position(queue.position + 1, items.length)}
                names={texts}
                open_page={
                  item === undefined ? '' : `/trades/${item.trade.merchant_id}/${item.trade.id}`
                }
                select={() => {
                  if (item !== undefined) selection.toggle(item.trade.id, item);
                }}
              />
              <VerifyList items={items} current={queue.current} selection={selection} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8, lg: 9 }}>
            {item === undefined ? null : (
              <VerifyWork
                key={item.trade.id}
                item={item}
                why={why(item.trade.state_reason)}
                onDone={() => queue.move(1)}
              />
            )}
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}

/** Without a reason of its own it waits for the bank line of its claimed UTR. */
export const why = (reason: Trade['state_reason']): string => texts.why[reason ?? 'none'];
