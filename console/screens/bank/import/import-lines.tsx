// The lines of an import, each with what became of it, or would become of it.
import { Table, Text } from '@mantine/core';
import type { StatementLine, StatementResult } from '../../../api/schema.gen.ts';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { lineReason } from '../../../parts/names/line-words.ts';
import { TradeLink } from '../../../parts/trade-link.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';

const { import: texts } = BANK_TEXTS;
const { columns, imported_statuses } = LIST_TEXTS;
const MOST_SHOWN = 100;

function outcomeOf(line: StatementLine): string {
  const name = imported_statuses[line.status];
  return line.status === 'duplicate' ? name : `${name}: ${lineReason(line)}`;
}

type RowProps = {
  readonly line: StatementLine;
  /** Lines of a preview have no page. */
  readonly is_kept: boolean;
};

function Row({ line, is_kept }: RowProps) {
  return (
    <Table.Tr>
      <Table.Td className="number">{line.line}</Table.Td>
      <Table.Td>
        {is_kept ? (
          <AnchorLink to="/bank/lines/$id" params={{ id: line.id }}>
            <Moment at={line.booked_at} />
          </AnchorLink>
        ) : (
          <Moment at={line.booked_at} />
        )}
      </Table.Td>
      <Table.Td className="number">
        <Amount amount_cents={line.amount_cents} currency={line.currency} />
      </Table.Td>
      <Table.Td>{line.utr}</Table.Td>
      <Table.Td>
        {outcomeOf(line)}{' '}
        <TradeLink merchant_id={line.merchant_id} trade_id={line.trade_id} name={line.order_id} />
      </Table.Td>
    </Table.Tr>
  );
}

export function ImportLines({ result }: { result: StatementResult }) {
  const shown = result.lines.slice(0, MOST_SHOWN);
  const hidden = result.lines.length - shown.length + result.lines_left_out;
  if (shown.length === 0) return null;
  return (
    <>
      <Table.ScrollContainer minWidth={560}>
        <Table aria-label={texts.lines}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className="number">{texts.line}</Table.Th>
              <Table.Th>{columns.booked}</Table.Th>
              <Table.Th className="number">{columns.amount}</Table.Th>
              <Table.Th>{columns.utr}</Table.Th>
              <Table.Th>{texts.outcome}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((line) => (
              <Row key={`${line.line} ${line.id}`} line={line} is_kept={!result.dry_run} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {hidden === 0 ? null : <Text size="sm">{texts.lines_left_out(hidden)}</Text>}
    </>
  );
}
