// One day of a receiving account: the bank's figures beside the books, what differs, and its close.
import { Alert, Badge, Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call, NotDone } from '../../../api/client.ts';
import { readOf } from '../../../api/keys.ts';
import type { AccountDay, DayDifference } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { AccountName } from '../../../parts/account/receiving-account.tsx';
import { aboutDay } from '../../../parts/act/about.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { ActorName } from '../../../parts/names/actor-name.tsx';
import { ProblemNote } from '../../../parts/problem.tsx';
import { TradeLink } from '../../../parts/trade-link.tsx';
import { useSession } from '../../../session/session.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { ERROR_TEXTS } from '../../../texts/common.ts';
import { BankNav } from '../bank-nav.tsx';

const { days: texts } = BANK_TEXTS;

function money(cents: number | null, currency: string): ReactNode {
  return cents === null ? texts.unknown : <Amount amount_cents={cents} currency={currency} />;
}

function Figures({ day }: { day: AccountDay }) {
  const { currency } = day;
  return (
    <Card withBorder>
      <Facts
        columns={4}
        facts={[
          [
            texts.opening,
            <>
              {money(day.opening_cents, currency)}
              {day.opening_source === 'carried' ? ` (${texts.carried})` : ''}
            </>,
          ],
          [texts.in, money(day.in_cents, currency)],
          [texts.out, money(day.out_cents, currency)],
          [
            texts.lines,
            <AnchorLink
              key="lines"
              to="/bank"
              search={{ receiving_account_id: day.receiving_account_id, day: day.day }}
            >
              {day.line_count}
            </AnchorLink>,
          ],
          [texts.expected, money(day.expected_closing_cents, currency)],
          [texts.statement, money(day.closing_cents, currency)],
          [texts.ledger, money(day.ledger_cents, currency)],
        ]}
      />
    </Card>
  );
}

function Difference({ one, currency }: { one: DayDifference; currency: string }) {
  return (
    <Table.Tr>
      <Table.Td>{texts.kinds[one.kind]}</Table.Td>
      <Table.Td className="number">
        <Amount amount_cents={one.amount_cents} currency={currency} />
      </Table.Td>
      <Table.Td>{one.explanation}</Table.Td>
      <Table.Td>
        {one.bank_line_id === null ? (
          <TradeLink merchant_id={one.merchant_id} trade_id={one.trade_id} name={texts.look} />
        ) : (
          <AnchorLink to="/bank/lines/$id" params={{ id: one.bank_line_id }}>
            {texts.look}
          </AnchorLink>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function Differences({ day: { differences, currency } }: { day: AccountDay }) {
  if (differences.length === 0) return <Alert color="teal">{texts.none}</Alert>;
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={texts.differences}>
        <Table.Tbody>
          {differences.map((one) => (
            <Difference
              key={[one.kind, one.bank_line_id, one.trade_id, one.explanation].join(' ')}
              one={one}
              currency={currency}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The service looks again: what came meanwhile is not closed over unseen. */
async function close(day: AccountDay, note: string, idempotency_key: string) {
  const accept_differences = day.differences.length > 0;
  const closed = await call('closeAccountDay', {
    path: { id: day.receiving_account_id, day: day.day },
    body: { accept_differences, note },
    idempotency_key,
  });
  if (closed.outcome === 'refused') throw new NotDone(texts.refused);
  return closed;
}

function Close({ day }: { day: AccountDay }) {
  const { can } = useSession();
  const differs = day.differences.length > 0;
  return (
    <ActButton
      about={aboutDay(day)}
      label={differs ? texts.close_accept : texts.close}
      what={differs ? texts.close_accept_what : texts.close_what}
      done={texts.close_done}
      reasons={differs ? texts.accept_reasons : texts.close_reasons}
      shortcut="c"
      {...(differs ? { is_dangerous: true as const } : {})}
      why_not={can('days.close') ? undefined : ERROR_TEXTS.forbidden}
      run={(note, idempotency_key) => close(day, note, idempotency_key)}
    />
  );
}

function Closed({ day }: { day: AccountDay }) {
  if (day.revision === null) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" component="div">
        {texts.revision(day.revision)}: <Moment at={day.closed_at} />
        {day.closed_by === null ? null : (
          <>
            {' '}
            · {texts.closed_by}{' '}
            <ActorName actor={{ role: 'operator', id: day.closed_by, name: day.closed_by_name }} />
          </>
        )}
      </Text>
      {day.note === null ? null : <Text size="sm">“{day.note}”</Text>}
      {day.changed_since ? <Alert color="orange">{texts.changed}</Alert> : null}
    </Stack>
  );
}

function Content({ day }: { day: AccountDay }) {
  const count = day.differences.length;
  return (
    <Stack>
      <Group justify="space-between">
        <Badge color={count === 0 ? 'teal' : 'orange'} variant="light">
          {count === 0 ? texts.agrees : texts.disagrees(count)}
        </Badge>
        <Close day={day} />
      </Group>
      <Closed day={day} />
      <Figures day={day} />
      <Title order={2} size="h4">
        {texts.differences}
      </Title>
      <Differences day={day} />
    </Stack>
  );
}

export function Screen(): ReactNode {
  const { account_id: id, day } = useParams({ from: '/inside/bank/days/$account_id/$day' });
  const { data, error, refetch } = useRead(readOf('getAccountDay', { path: { id, day } }));
  return (
    <>
      <BankNav />
      <Title order={1} size="h2">
        {day}
      </Title>
      <Text c="dimmed" mb="md">
        <AnchorLink to="/bank/days" search={{ account: id }}>
          <AccountName id={id} />
        </AnchorLink>
      </Text>
      {error === null ? null : <ProblemNote error={error} retry={() => void refetch()} />}
      {data === undefined ? error === null && <Loading height={240} /> : <Content day={data} />}
    </>
  );
}
