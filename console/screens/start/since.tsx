// What happened since the person was here: a line for each kind with the way to its list, and the
// newest settings that colleagues changed.
import { Group, Stack, Text } from '@mantine/core';
import { readOf } from '../../api/keys.ts';
import type { SinceChange, SinceRow } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { actorWords } from '../../parts/names/actor-words.ts';
import { Target } from '../../parts/names/target.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { auditWords } from '../../texts/audit.ts';
import { HOME_TEXTS } from '../../texts/home.ts';
import { sincePlace } from './since-places.ts';

const { since: texts } = HOME_TEXTS;
const EVERY_MS = 30_000;

const countText = ({ count, has_more }: SinceRow) =>
  `${count.toLocaleString()}${has_more ? '+' : ''}`;

function Row({ row, since }: { row: SinceRow; since: string }) {
  const { to, search } = sincePlace(row.kind, since);
  return (
    <Group gap="xs" align="baseline" data-since={row.kind}>
      <AnchorLink to={to} search={search} size="sm">
        {texts.kinds[row.kind](countText(row), row.count === 1)}
      </AnchorLink>
      {row.sums.map(({ currency, amount_cents }) => (
        <Text key={currency} size="sm" c="dimmed" component="span">
          <Amount amount_cents={amount_cents} currency={currency} />
        </Text>
      ))}
    </Group>
  );
}

function Change({ change }: { change: SinceChange }) {
  const { at, actor, action, target, named_target } = change;
  return (
    <Group gap="xs" align="baseline">
      <Text size="sm" c="dimmed" component="span">
        <Moment at={at} />
      </Text>
      <Text size="sm" component="span">
        {actorWords(actor)}: {auditWords(action)}
      </Text>
      <Text size="sm" component="div">
        <Target target={target} named={named_target} />
      </Text>
    </Group>
  );
}

/** Kinds of which nothing happened are left out. */
export function Since() {
  const { data, error, refetch } = useRead({
    ...readOf('showSince', {}),
    refetchInterval: EVERY_MS,
  });
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading height={120} />;
  const rows = data.data.filter(({ count }) => count > 0);
  return (
    <CardSection title={texts.title}>
      <Stack gap={4}>
        <Text size="xs" c="dimmed">
          {texts.from} <Moment at={data.since} />
        </Text>
        {rows.length === 0 ? <Text size="sm">{texts.nothing}</Text> : null}
        {rows.map((row) => (
          <Row key={row.kind} row={row} since={data.since} />
        ))}
        {data.changes.map((change) => (
          <Change key={`${change.at}${change.action}${change.target}`} change={change} />
        ))}
      </Stack>
    </CardSection>
  );
}
