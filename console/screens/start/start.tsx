// Home: what needs a decision now, and today's figures beside those of other days.
import { Alert, Badge, Card, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AttentionItem } from '../../api/schema.gen.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { useAttention } from '../../parts/live/attention.ts';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { TEXTS } from '../../texts/en.ts';
import { FIGURE_TEXTS } from '../../texts/reports.ts';
import { placeOf } from './attention-places.ts';
import { Today } from './today.tsx';

const { home } = TEXTS;
const EVERY_MS = 10_000;

const countShown = ({ count, has_more }: AttentionItem): string =>
  `${count.toLocaleString()}${has_more ? '+' : ''}`;

function colourOf({ is_over, severity }: AttentionItem): string {
  if (!is_over) return 'gray';
  return severity === 'critical' ? 'red' : 'orange';
}

function Name({ item }: { item: AttentionItem }) {
  const place = placeOf(item);
  const name = home.kinds[item.kind];
  if (place === null) return <Text fw={600}>{name}</Text>;
  return (
    <AnchorLink to={place.to} search={place.search} fw={600}>
      {name}
    </AnchorLink>
  );
}

function Item({ item }: { item: AttentionItem }) {
  return (
    <Card withBorder>
      <Group justify="space-between" wrap="nowrap">
        <Name item={item} />
        <Badge size="lg" color={colourOf(item)} variant={item.is_over ? 'filled' : 'light'}>
          {countShown(item)}
        </Badge>
      </Group>
      <Text size="sm" mt="xs">
        {item.text}
      </Text>
      {placeOf(item) === null ? <Code mt={4}>payment-orders {item.command}</Code> : null}
      {item.oldest_at === null ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          {home.since} <Moment at={item.oldest_at} />
        </Text>
      )}
    </Card>
  );
}

function Items({ items }: { items: readonly AttentionItem[] }) {
  if (items.length === 0) return <Alert color="teal">{home.nothing}</Alert>;
  const sorted = items.toSorted((a, b) => Number(b.is_over) - Number(a.is_over));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {sorted.map((item) => (
        <Item key={`${item.kind} ${item.subject_id ?? ''}`} item={item} />
      ))}
    </SimpleGrid>
  );
}

function Decisions() {
  const { data, error, refetch } = useAttention({ refetchInterval: EVERY_MS });
  return (
    <CardSection title={FIGURE_TEXTS.decisions}>
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {data === undefined ? <Loading height={160} /> : <Items items={data.data} />}
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
      {can('trades.read') ? <Today show={show} /> : null}
    </Stack>
  );
}
