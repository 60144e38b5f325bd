// What needs a decision, a card for each kind: how much in all, and the worst by its name.
import { Alert, Badge, Card, Code, Group, SimpleGrid, Text } from '@mantine/core';
import { AnchorLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Target } from '../../parts/names/target.tsx';
import { HOME_TEXTS as home } from '../../texts/home.ts';
import { placeOf } from './attention-places.ts';
import {
  type DecisionGroup,
  decisionGroups,
  sentenceOf,
  subjectOf,
  type Waiting,
} from './decisions.ts';

/** Of the others of a kind; its place has all. */
const SHOWN_MOST = 5;

function colourOf({ is_over, severity }: Waiting): string {
  if (!is_over) return 'gray';
  return severity === 'critical' ? 'red' : 'orange';
}

function Name({ item }: { item: Waiting }) {
  const place = placeOf(item);
  const name = home.kinds[item.kind];
  if (place === null) return <Text fw={600}>{name}</Text>;
  return (
    <AnchorLink to={place.to} search={place.search} fw={600}>
      {name}
    </AnchorLink>
  );
}

function Others({ items }: { items: readonly Waiting[] }) {
  if (items.length === 0) return null;
  const shown = items.slice(0, SHOWN_MOST).map((item) => subjectOf(item) ?? '');
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {home.also(shown, items.length - shown.length)}
    </Text>
  );
}

/** The one that waits longest or is largest, by its name and with the way there. */
function Worst({ item: { worst, unit } }: { item: Waiting }) {
  if (worst === null) return null;
  return (
    <Group gap={4} mt={4} align="baseline" data-worst>
      <Text size="sm">{unit === 'minutes' ? home.oldest : home.worst}</Text>
      <Text size="sm" component="div">
        <Target target={worst.target} named={worst} />
      </Text>
    </Group>
  );
}

function GroupCard({ group }: { group: DecisionGroup }) {
  const { items, count, has_more } = group;
  const [worst, ...others] = items;
  if (worst === undefined) return null;
  return (
    <Card withBorder data-kind={group.kind}>
      <Group justify="space-between" wrap="nowrap">
        <Name item={worst} />
        <Badge size="lg" color={colourOf(worst)} variant={worst.is_over ? 'filled' : 'light'}>
          {`${count.toLocaleString()}${has_more ? '+' : ''}`}
        </Badge>
      </Group>
      <Text size="sm" mt="xs">
        {sentenceOf(worst, subjectOf(worst))}
      </Text>
      <Worst item={worst} />
      {placeOf(worst) === null ? <Code mt={4}>payment-orders {worst.command}</Code> : null}
      {worst.oldest_at === null ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          {home.waits_since} <Moment at={worst.oldest_at} />
        </Text>
      )}
      <Others items={others} />
    </Card>
  );
}

export function DecisionCards({ items }: { items: readonly Waiting[] }) {
  const groups = decisionGroups(items);
  if (groups.length === 0) return <Alert color="teal">{home.nothing}</Alert>;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {groups.map((group) => (
        <GroupCard key={group.kind} group={group} />
      ))}
    </SimpleGrid>
  );
}
