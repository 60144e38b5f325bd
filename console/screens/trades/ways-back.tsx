// Refund and Reverse beside each other: what each does, when it is right, whether it is possible now,
// and what it would book. Read when somebody opens it.
import { Accordion, Badge, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { readOf } from '../../api/keys.ts';
import type { ForeseenEntry, Trade, WayBack } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Loading } from '../../parts/loading.tsx';
import { Postings } from '../../parts/names/postings.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { ENTRY_WORDS } from '../../texts/ledger/entries.ts';
import { TRADE_PAGE_TEXTS } from '../../texts/trades/trades.ts';

const { ways_back: texts } = TRADE_PAGE_TEXTS;

const RIGHTS = { refund: 'refunds.make', reverse: 'trades.reverse' } as const;
type Way = keyof typeof RIGHTS;
const WAYS = ['refund', 'reverse'] as const satisfies readonly Way[];

/** Which of the two is possible is the question of a pay-in that was credited. */
const CREDITED: readonly Trade['state'][] = ['completed', 'disputed', 'reversed'];

function Entries({ title, entries }: { title: string; entries: readonly ForeseenEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {entries.map(({ act, postings }) => (
        <div key={act}>
          <Text size="sm">{ENTRY_WORDS[act].label}</Text>
          <Text size="xs" c="dimmed">
            {ENTRY_WORDS[act].why}
          </Text>
          <Postings postings={postings} />
        </div>
      ))}
    </Stack>
  );
}

function Standing({ way, found: { is_possible } }: { way: Way; found: WayBack }) {
  const { can } = useSession();
  if (!is_possible) {
    return (
      <Badge variant="light" color="gray">
        {texts.not_possible}
      </Badge>
    );
  }
  return (
    <Badge variant="light" color={can(RIGHTS[way]) ? 'teal' : 'gray'}>
      {can(RIGHTS[way]) ? texts.possible : texts.not_yours}
    </Badge>
  );
}

type SideProps = { readonly way: Way; readonly found: WayBack };

function Side({ way, found }: SideProps) {
  const { label, what, when } = texts.ways[way];
  return (
    <Stack gap="xs" component="section" aria-label={label}>
      <Group gap="xs">
        <Title order={2} size="h5">
          {label}
        </Title>
        <Standing way={way} found={found} />
      </Group>
      <Text size="sm">{what}</Text>
      <Text size="sm">{when}</Text>
      {found.detail === null ? null : (
        <Text size="sm" fw={600}>
          {found.detail}
        </Text>
      )}
      <Entries title={texts.now} entries={found.now} />
      <Entries title={texts.once_paid} entries={found.once_paid} />
      {way === 'refund' && found.is_possible ? (
        <Text size="xs" c="dimmed">
          {texts.whole}
        </Text>
      ) : null}
    </Stack>
  );
}

function Sides({ trade }: { trade: Trade }) {
  const path = { merchant_id: trade.merchant_id, id: trade.id };
  const { data, error } = useRead(readOf('showWaysBack', { path }));
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <Loading height={240} />;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      {WAYS.map((way) => (
        <Side key={way} way={way} found={data[way]} />
      ))}
    </SimpleGrid>
  );
}

export function WaysBack({ trade }: { trade: Trade }) {
  const { can } = useSession();
  const [open, setOpen] = useState<string | null>(null);
  const is_asked = trade.direction === 'payin' && CREDITED.includes(trade.state);
  if (!is_asked || !can('ledger.read')) return null;
  return (
    <Accordion variant="contained" my="md" value={open} onChange={setOpen}>
      <Accordion.Item value="ways">
        <Accordion.Control>{texts.title}</Accordion.Control>
        <Accordion.Panel>{open === null ? null : <Sides trade={trade} />}</Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
