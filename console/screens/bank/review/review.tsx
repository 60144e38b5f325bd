// The review of lines in suspense, longest waiting first: one is open, a key decides it, and the
// next one opens by itself.
import { Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/client.ts';
import { readOf } from '../../../api/keys.ts';
import type { BankLine } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { AccountPicker } from '../../../parts/account/account-picker.tsx';
import { aboutLine } from '../../../parts/act/about.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { useSelection } from '../../../parts/list/use-selection.ts';
import { ProblemNote } from '../../../parts/problem.tsx';
import { QueueBar } from '../../../parts/queue/queue-bar.tsx';
import { useQueue } from '../../../parts/queue/use-queue.ts';
import { useSession } from '../../../session/session.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { MASS_TEXTS } from '../../../texts/parts.ts';
import { BankNav } from '../bank-nav.tsx';
import { LineWork } from '../line/line-work.tsx';
import { useLine, useLineAhead } from '../line/use-line.ts';
import { LineMassActs } from '../lines/line-mass-acts.tsx';
import { useSuspenseCount } from '../lines/use-suspense-count.ts';
import { ReviewList } from './review-list.tsx';

const { review: texts, acts } = BANK_TEXTS;
const SHOWN = 100;
const EVERY_MS = 15_000;

function useWaiting(receiving_account_id: string | undefined) {
  const query = {
    limit: SHOWN,
    ...(receiving_account_id === undefined ? {} : { receiving_account_id }),
  };
  return useRead({
    ...readOf('listOwed', { query }),
    refetchInterval: EVERY_MS,
  });
}

function AccountFilter({ value }: { value: string | undefined }) {
  const navigate = useNavigate();
  return (
    <AccountPicker
      size="xs"
      label={texts.account}
      hides_label
      empty={texts.all_accounts}
      value={value ?? null}
      change={(receiving_account_id) =>
        void navigate({
          to: '.',
          search: receiving_account_id === null ? {} : { receiving_account_id },
        })
      }
    />
  );
}

/** Only while the person's own decision is the last one about the line. */
function UndoLast({ id, onDone }: { id: string; onDone: () => void }) {
  const { me } = useSession();
  const { data } = useLine(id);
  if (data === undefined || data.acts.at(-1)?.actor.id !== me.person_id) return null;
  const { line } = data;
  return (
    <ActButton
      about={aboutLine(line)}
      {...acts.undo}
      label={texts.undo_last}
      reasons={[texts.undo_reason, ...acts.undo.reasons]}
      shortcut="u"
      key_never_waits
      is_quiet
      onDone={onDone}
      run={(note, idempotency_key) =>
        call('undoBankLine', {
          path: { id },
          body: { note, expected_decided_at: line.decided_at },
          idempotency_key,
        })
      }
    />
  );
}

type OpenProps = { readonly listed: BankLine; readonly onDone: (line: BankLine) => void };

function Open({ listed, onDone }: OpenProps) {
  const { data, error, refetch } = useLine(listed.id);
  // One that is kept from an earlier look may be older than the list.
  if (data === undefined || data.line.decided_at < listed.decided_at) {
    return error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />;
  }
  return <LineWork detail={data} onDone={() => onDone(data.line)} />;
}

function Heading({ receiving_account_id }: { receiving_account_id: string | undefined }) {
  const total = useSuspenseCount(receiving_account_id);
  return (
    <Group>
      <Title order={1} size="h2">
        {texts.title}
      </Title>
      {total === null ? null : <Text c="dimmed">{texts.waiting(total)}</Text>}
    </Group>
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/bank/review' });
  const { receiving_account_id, open } = search;
  const { data, error, refetch } = useWaiting(receiving_account_id);
  const lines = data?.data.map(({ line }) => line);
  const queue = useQueue(
    '/bank/review',
    lines?.map(({ id }) => id),
    open,
  );
  useLineAhead(lines?.[queue.position + 1]?.id);
  const selection = useSelection<BankLine>(receiving_account_id ?? '');
  const [last, setLast] = useState<BankLine | null>(null);
  const current = lines?.find(({ id }) => id === queue.current);
  return (
    <>
      <BankNav />
      <Group justify="space-between" mb="sm">
        <Heading receiving_account_id={receiving_account_id} />
        <Group gap="xs">
          {last === null ? null : <UndoLast id={last.id} onDone={() => setLast(null)} />}
          <AccountFilter value={receiving_account_id} />
        </Group>
      </Group>
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {/* It has the results of a mass act, also when that has emptied the list. */}
      {selection.rows.length === 0 ? null : (
        <Group gap="xs" mb="sm">
          <Text size="sm">{MASS_TEXTS.selected(selection.rows.length)}</Text>
          <LineMassActs lines={selection.rows} />
        </Group>
      )}
      {lines?.length === 0 ? <Text c="dimmed">{texts.empty}</Text> : null}
      {lines === undefined || lines.length === 0 ? null : (
        <Grid>
          <Grid.Col span={{ base: 12, md: 4, lg: 3 }}>
            <Stack gap="xs">
              <QueueBar
                queue={queue}
                position={texts.position(queue.position + 1, lines.length)}
                names={texts}
                open_page={queue.current === undefined ? '' : `/bank/lines/${queue.current}`}
                select={() => {
                  if (current !== undefined) selection.toggle(current.id, current);
                }}
              />
              <ReviewList lines={lines} current={queue.current} selection={selection} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8, lg: 9 }}>
            {current === undefined ? null : (
              <Open
                key={current.id}
                listed={current}
                onDone={(line) => {
                  setLast(line);
                  queue.move(1);
                }}
              />
            )}
          </Grid.Col>
        </Grid>
      )}
    </>
  );
}
