// What the bank said about a line, and why it has its status.
import { Alert, Badge, Card, Group, Stack, Text } from '@mantine/core';
import type { BankLine } from '../../../api/schema.gen.ts';
import { AccountName } from '../../../parts/account/receiving-account.tsx';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { Copyable } from '../../../parts/copyable.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { ByHand, Came } from '../../../parts/line-source.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { lineReason } from '../../../parts/names/line-words.ts';
import { TradeLink } from '../../../parts/trade-link.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';

const { line: texts } = BANK_TEXTS;

const STATUS_COLOURS: Readonly<Record<BankLine['status'], string>> = {
  matched: 'teal',
  suspense: 'yellow',
  split: 'blue',
  fee: 'gray',
  own_transfer: 'gray',
  returned: 'grape',
  credited: 'teal',
  difference: 'gray',
  withdrawn: 'gray',
};

export function LineStatus({ status }: Pick<BankLine, 'status'>) {
  return (
    <Badge color={STATUS_COLOURS[status]} variant="light">
      {LIST_TEXTS.line_statuses[status]}
    </Badge>
  );
}

function otherSide({ counterparty_name, counterparty_number }: BankLine): string | null {
  const known = [counterparty_name, counterparty_number].filter((one) => one !== null);
  return known.length === 0 ? null : known.join(' · ');
}

function rowsOf(line: BankLine): readonly Fact[] {
  const is_in = line.amount_cents > 0;
  return [
    [is_in ? texts.from : texts.to, otherSide(line)],
    [texts.utr, line.utr === null ? null : <Copyable key="utr" value={line.utr} />],
    [texts.account, <AccountName key="account" id={line.receiving_account_id} />],
    [texts.booked, <Moment key="booked" at={line.booked_at} />],
    [texts.received, <Moment key="received" at={line.received_at} />],
    [BANK_TEXTS.waiting.came, <Came key="came" source={line.source} />],
    [texts.end_to_end_id, line.end_to_end_id],
    [
      texts.bank_id,
      line.bank_id === null
        ? null
        : `${line.bank_id}${line.bank_id_shared ? ` (${texts.bank_id_shared})` : ''}`,
    ],
    [texts.purpose, line.purpose],
    [texts.return_reason, line.return_reason],
    [
      texts.whole,
      line.parent_line_id === null ? null : (
        <AnchorLink key="whole" to="/bank/lines/$id" params={{ id: line.parent_line_id }}>
          {texts.whole_line}
        </AnchorLink>
      ),
    ],
    [
      texts.trade,
      line.trade_id === null ? null : (
        <TradeLink
          key="trade"
          merchant_id={line.merchant_id}
          trade_id={line.trade_id}
          name={line.order_id}
        />
      ),
    ],
    [texts.id, <Copyable key="id" value={line.id} />],
  ];
}

export function LineFacts({ line }: { line: BankLine }) {
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Group justify="space-between" align="start">
          <Text fz={26} fw={600} lh={1.2}>
            <Amount amount_cents={line.amount_cents} currency={line.currency} />
          </Text>
          <Group gap="xs">
            <LineStatus status={line.status} />
            <ByHand source={line.source} />
          </Group>
        </Group>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {line.text ?? texts.no_text}
        </Text>
        <Text size="sm">
          <b>{texts.why}:</b> {lineReason(line)}
        </Text>
        {line.erased ? <Alert color="gray">{texts.erased}</Alert> : null}
        {line.damaged ? <Alert color="orange">{texts.damaged}</Alert> : null}
        <Facts facts={rowsOf(line).filter(([, value]) => value !== null)} />
      </Stack>
    </Card>
  );
}
