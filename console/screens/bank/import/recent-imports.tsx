// The imported statements, newest first, and how far each is: an import goes on in the service
import { Progress, Stack, Table, Text, Title } from '@mantine/core';
import { useIsMutating } from '@tanstack/react-query';
import { readOf } from '../../../api/keys.ts';
import type { Statement } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
// whoever looks.
import { AccountName } from '../../../parts/account/receiving-account.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { useServiceNow } from '../../../parts/live/service-now.ts';
import { Moment } from '../../../parts/moment.tsx';
import { ProblemNote } from '../../../parts/problem.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { IMPORTING } from './reading.ts';

const { import: texts } = BANK_TEXTS;
const SHOWN = 20;
const EVERY_MS = 1_500;
const STILL_MS = 30_000;

/** The service notes its progress every second. */
function standsStill({ complete, progress_at }: Statement, now: number): boolean {
  return !complete && now - Date.parse(progress_at) > STILL_MS;
}

function Far({ statement }: { statement: Statement }) {
  const { complete, taken_lines, lines } = statement;
  const now = useServiceNow()();
  if (complete) return texts.complete;
  if (standsStill(statement, now)) {
    return (
      <Text size="sm" c="orange">
        {texts.of(taken_lines, lines)}. {texts.stands_still}
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      <Progress value={(100 * taken_lines) / Math.max(lines, 1)} aria-label={texts.progress} />
      <Text size="xs">{texts.of(taken_lines, lines)}</Text>
    </Stack>
  );
}

function Row({ statement }: { statement: Statement }) {
  const { id, file_name, bank_reference, first_day, last_day, imported_at, lines } = statement;
  return (
    <Table.Tr>
      <Table.Td>
        <Moment at={imported_at} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {file_name ?? bank_reference ?? statement.format}
      </Table.Td>
      <Table.Td>
        <AccountName id={statement.receiving_account_id} />
      </Table.Td>
      <Table.Td>{[...new Set([first_day, last_day])].filter(Boolean).join(' – ')}</Table.Td>
      <Table.Td className="number">
        <AnchorLink to="/bank" search={{ statement_id: id }}>
          {lines}
        </AnchorLink>
      </Table.Td>
      <Table.Td>
        <Far statement={statement} />
      </Table.Td>
    </Table.Tr>
  );
}

export function RecentImports() {
  const serviceNow = useServiceNow();
  const is_importing = useIsMutating({ mutationKey: IMPORTING }) > 0;
  const { data, error, refetch } = useRead({
    ...readOf('listStatements', { query: { limit: SHOWN } }),
    refetchInterval: ({ state }) =>
      is_importing ||
      state.data?.data.some((one) => !one.complete && !standsStill(one, serviceNow())) === true
        ? EVERY_MS
        : false,
  });
  const statements = data?.data ?? [];
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.recent}
      </Title>
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {data !== undefined && statements.length === 0 ? (
        <Text c="dimmed">{texts.recent_empty}</Text>
      ) : (
        <Table.ScrollContainer minWidth={640}>
          <Table aria-label={texts.recent}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.imported_at}</Table.Th>
                <Table.Th>{texts.file}</Table.Th>
                <Table.Th>{texts.account}</Table.Th>
                <Table.Th>{texts.period}</Table.Th>
                <Table.Th className="number">{texts.lines}</Table.Th>
                <Table.Th>{texts.progress}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {statements.map((statement) => (
                <Row key={statement.id} statement={statement} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}
