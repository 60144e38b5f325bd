// One scheduled report: its terms, whoever gets nothing any more, and what was sent to whom.
import { Alert, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { ReportSending, ScheduledReport } from '../../api/schema.gen.ts';
import { readSearch } from '../../api/search-params.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { useFewRows } from '../../parts/few-rows.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ScreenProblem } from '../../parts/problem.tsx';
import { Opened } from '../../parts/recent/opened.tsx';
import { SCHEDULED_TEXTS as texts } from '../../texts/reports/scheduled.ts';
import { ReportActs, SendReport } from './schedule-acts.tsx';
import { useTradeViews } from './schedule-fields.tsx';
import { NextAt, Recipients } from './scheduled.tsx';
import { looksAgain, SendingState } from './sending-state.tsx';

/** The trades that it has, of any day. */
function ViewLink({ report: { view_name, address } }: { report: ScheduledReport }) {
  return (
    <AnchorLink to="/trades" search={readSearch(address.split('?')[1] ?? '')} size="sm">
      {view_name}
    </AnchorLink>
  );
}

const factsOf = (report: ScheduledReport): readonly Fact[] => [
  [texts.view, <ViewLink key="view" report={report} />],
  [texts.when, texts.whenText(texts.each[report.every], report.hour)],
  [texts.zone, report.time_zone],
  [texts.format, texts.formats[report.format]],
  [texts.to, <Recipients key="to" report={report} />],
  [texts.next, <NextAt key="next" report={report} />],
  [texts.made, <Moment key="made" at={report.created_at} />],
];

/** Who lost the right since, and so gets nothing. */
function Lost({ report: { readers, callback_set_by } }: { report: ScheduledReport }) {
  const nameOf = ({ name }: { name: string | null }) => name ?? texts.unknown_person;
  const people = readers.filter(({ may_receive }) => !may_receive);
  const lost = [
    ...people.map((one) => texts.no_right_any_more(nameOf(one))),
    ...(callback_set_by === null || callback_set_by.may_receive
      ? []
      : [texts.no_answerer(nameOf(callback_set_by))]),
  ];
  return lost.map((words) => (
    <Alert key={words} color="orange">
      {words}
    </Alert>
  ));
}

const whoGot = ({ person_id, person_name }: ReportSending): string =>
  person_id === null ? texts.to_callback : (person_name ?? texts.unknown_person);

function TradesOf({ sending: { status, trades, has_file } }: { sending: ReportSending }) {
  const is_counted = status === 'delivered' || trades !== null;
  return (
    <>
      {trades === null ? null : trades.toLocaleString()}
      {is_counted && trades === null ? texts.too_many : null}
      {status === 'delivered' && !has_file ? (
        <Text size="xs" c="dimmed">
          {texts.link_only}
        </Text>
      ) : null}
    </>
  );
}

function Sending({ report, sending }: { report: ScheduledReport; sending: ReportSending }) {
  const { id, created_at, days, by_hand, attempts, status } = sending;
  const who = whoGot(sending);
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={created_at} />
        {by_hand ? (
          <Text size="xs" c="dimmed">
            {texts.by_hand}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>{days}</Table.Td>
      <Table.Td>{who}</Table.Td>
      <Table.Td>
        <SendingState sending={sending} />
        {attempts > 1 ? (
          <Text size="xs" c="dimmed">
            {texts.attempts(attempts)}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td className="number">
        <TradesOf sending={sending} />
      </Table.Td>
      <Table.Td>
        {status === 'waiting' ? null : (
          <SendReport report={report} sending={{ id, which: texts.which(who, days) }} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function History({
  report,
  sendings,
}: {
  report: ScheduledReport;
  sendings: readonly ReportSending[];
}) {
  const { shown, more } = useFewRows(sendings);
  return (
    <CardSection title={texts.history}>
      {sendings.length === 0 ? (
        <Text c="dimmed">{texts.no_history}</Text>
      ) : (
        <Table.ScrollContainer minWidth={760}>
          <Table aria-label={texts.history}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.due}</Table.Th>
                <Table.Th>{texts.days}</Table.Th>
                <Table.Th>{texts.to}</Table.Th>
                <Table.Th>{texts.state}</Table.Th>
                <Table.Th className="number">{texts.trades}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((sending) => (
                <Sending key={sending.id} report={report} sending={sending} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {more}
    </CardSection>
  );
}

export function Screen(): ReactNode {
  const { id } = useParams({ from: '/inside/reports/scheduled/$id' });
  const all = useRead(readOf('listScheduledReports', {}));
  const sent = useRead({
    ...readOf('listReportSendings', { path: { id } }),
    refetchInterval: ({ state: { data } }) => looksAgain(data?.data),
  });
  const views = useTradeViews();
  const error = sent.error ?? all.error;
  const report = all.data?.data.find((one) => one.id === id);
  if (error !== null) return <ScreenProblem error={error} retry={() => void sent.refetch()} />;
  if (all.data === undefined || sent.data === undefined || report === undefined) {
    return <Loading height={240} />;
  }
  return (
    <Stack>
      <Opened name={report.name} />
      <AnchorLink to="/reports/scheduled" size="sm">
        {texts.back_to_all}
      </AnchorLink>
      <Group justify="space-between">
        <Title order={1} size="h2">
          {report.name}
        </Title>
        <Group gap="xs">
          <ReportActs report={report} people={all.data.people} views={views ?? []} />
        </Group>
      </Group>
      <Lost report={report} />
      <Facts facts={factsOf(report)} />
      <History report={report} sendings={sent.data.data} />
    </Stack>
  );
}
