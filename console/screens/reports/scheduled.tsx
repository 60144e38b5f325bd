// The reports that come by themselves: of which view, when, to whom, and how the last one went.
import { Badge, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { ScheduledReport } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { SCHEDULED_TEXTS as texts } from '../../texts/reports/scheduled.ts';
import { AddReport } from './schedule-acts.tsx';
import { useTradeViews } from './schedule-fields.tsx';
import { LastState, looksAgain } from './sending-state.tsx';

/** By name; the callback last. */
export function Recipients({ report }: { report: ScheduledReport }) {
  const { readers, callback_address } = report;
  const names = readers.map(({ name }) => name ?? texts.unknown_person).join(', ');
  return (
    <>
      {names}
      {callback_address === null ? null : (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {texts.callback_of(callback_address)}
        </Text>
      )}
    </>
  );
}

export function NextAt({ report: { next_at } }: { report: ScheduledReport }) {
  return next_at === null ? (
    <Badge color="gray" variant="light" tt="none">
      {texts.paused}
    </Badge>
  ) : (
    <Moment at={next_at} />
  );
}

function Row({ report }: { report: ScheduledReport }) {
  const { id, name, view_name, every, hour, time_zone, format, last } = report;
  return (
    <Table.Tr>
      <Table.Td maw={280}>
        <AnchorLink to="/reports/scheduled/$id" params={{ id }} fw={600}>
          {name}
        </AnchorLink>
        <Text size="xs" c="dimmed">
          {texts.of_view(view_name)}
        </Text>
      </Table.Td>
      <Table.Td>
        {texts.whenText(texts.each[every], hour)}
        <Text size="xs" c="dimmed">
          {time_zone}
        </Text>
      </Table.Td>
      <Table.Td>{texts.formats[format]}</Table.Td>
      <Table.Td maw={280}>
        <Recipients report={report} />
      </Table.Td>
      <Table.Td>
        <NextAt report={report} />
      </Table.Td>
      <Table.Td>
        <Moment at={last[0]?.created_at ?? null} />
        <LastState last={last} />
      </Table.Td>
    </Table.Tr>
  );
}

const COLUMNS = [texts.name, texts.when, texts.format, texts.to, texts.next, texts.last];

function Rows({ reports }: { reports: readonly ScheduledReport[] }) {
  if (reports.length === 0) return <Text c="dimmed">{texts.none}</Text>;
  return (
    <Table.ScrollContainer minWidth={860}>
      <Table aria-label={texts.title}>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {reports.map((report) => (
            <Row key={report.id} report={report} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function Screen(): ReactNode {
  const { view = null } = useSearch({ from: '/inside/reports/scheduled' });
  const { data, error, refetch } = useRead({
    ...readOf('listScheduledReports', {}),
    refetchInterval: ({ state: { data: now } }) =>
      looksAgain(now?.data.flatMap(({ last }) => last)),
  });
  const views = useTradeViews();
  return (
    <Stack>
      <AnchorLink to="/reports" size="sm">
        {texts.back}
      </AnchorLink>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {texts.title}
        </Title>
        {data === undefined || views === undefined ? null : (
          <AddReport key={view} people={data.people} views={views} from={view} />
        )}
      </Group>
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {data === undefined && error === null ? <Loading height={240} /> : null}
      {data === undefined ? null : <Rows reports={data.data} />}
    </Stack>
  );
}
