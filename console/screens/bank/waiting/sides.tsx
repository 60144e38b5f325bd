// A line that waits, and the stored lines that it may be, beside each other with what they share.
import { Alert, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BankLine, WaitingLine } from '../../../api/schema.gen.ts';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { Copyable } from '../../../parts/copyable.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { Came } from '../../../parts/line-source.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';
import { LineStatus } from '../line/line-facts.tsx';

const { waiting: texts, line: line_texts } = BANK_TEXTS;
const DAY_LENGTH = 10;

type Side = Pick<
  BankLine,
  | 'amount_cents'
  | 'currency'
  | 'booked_at'
  | 'utr'
  | 'text'
  | 'bank_id'
  | 'counterparty_name'
  | 'counterparty_number'
  | 'end_to_end_id'
  | 'statement_id'
  | 'source'
  | 'received_at'
  | 'damaged'
  | 'erased'
>;

/** The names of what both sides say alike. */
function alike(one: Side, other: Side): string[] {
  const pairs = [
    [LIST_TEXTS.columns.amount, one.amount_cents, other.amount_cents],
    [line_texts.booked, one.booked_at.slice(0, DAY_LENGTH), other.booked_at.slice(0, DAY_LENGTH)],
    [line_texts.utr, one.utr, other.utr],
    [line_texts.text, one.text, other.text],
    [LIST_TEXTS.columns.counterparty, one.counterparty_name, other.counterparty_name],
    [line_texts.number, one.counterparty_number, other.counterparty_number],
    [line_texts.bank_id, one.bank_id, other.bank_id],
    [line_texts.end_to_end_id, one.end_to_end_id, other.end_to_end_id],
  ] as const;
  return pairs.flatMap(([name, a, b]) => (a !== null && a === b ? [name] : []));
}

function factsOf(side: Side): readonly Fact[] {
  return [
    [line_texts.booked, <Moment key="booked" at={side.booked_at} />],
    [line_texts.utr, side.utr === null ? null : <Copyable key="utr" value={side.utr} />],
    [side.amount_cents > 0 ? line_texts.from : line_texts.to, side.counterparty_name],
    [line_texts.number, side.counterparty_number],
    [line_texts.bank_id, side.bank_id],
    [line_texts.end_to_end_id, side.end_to_end_id],
    [texts.came, <Came key="came" source={side.source} />],
    [
      line_texts.statement,
      side.statement_id === null ? (
        texts.no_file
      ) : (
        <AnchorLink key="file" to="/bank" search={{ statement_id: side.statement_id }}>
          {texts.lines_of_file}
        </AnchorLink>
      ),
    ],
    [line_texts.received, <Moment key="received" at={side.received_at} />],
  ];
}

function SideCard({ name, side, children }: { name: string; side: Side; children?: ReactNode }) {
  return (
    <Card withBorder padding="md" component="section" aria-label={name}>
      <Group justify="space-between" align="start">
        <Title order={2} size="h4">
          {name}
        </Title>
        <Text fz={20} fw={600} lh={1.2}>
          <Amount amount_cents={side.amount_cents} currency={side.currency} />
        </Text>
      </Group>
      <Text mt="xs" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {side.text ?? line_texts.no_text}
      </Text>
      {side.erased ? <Alert color="gray">{line_texts.erased}</Alert> : null}
      {side.damaged ? <Alert color="orange">{line_texts.damaged}</Alert> : null}
      <Facts facts={factsOf(side)} columns={2} />
      {children}
    </Card>
  );
}

function Stored({ line, waiting, number }: { line: BankLine; waiting: Side; number: number }) {
  const shared = alike(waiting, line);
  return (
    <SideCard name={texts.stored_line(number)} side={line}>
      <Group justify="space-between">
        <Text size="sm">
          <b>{texts.alike}:</b> {shared.length === 0 ? texts.nothing_alike : shared.join(', ')}
        </Text>
        <Group gap="xs">
          <LineStatus status={line.status} />
          <AnchorLink to="/bank/lines/$id" params={{ id: line.id }} size="sm">
            {texts.open_line}
          </AnchorLink>
        </Group>
      </Group>
    </SideCard>
  );
}

export function Sides({ line }: { line: WaitingLine }) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
      <SideCard name={texts.this_line} side={line} />
      <Stack gap="md">
        {line.stored_lines.length === 0 ? <Text c="dimmed">{texts.none_stored}</Text> : null}
        {line.stored_lines.map((stored, index) => (
          <Stored key={stored.id} line={stored} waiting={line} number={index + 1} />
        ))}
      </Stack>
    </SimpleGrid>
  );
}
