// The first rows of a file, as they would be read.
import { Table, Text } from '@mantine/core';
import type { GuessedLine } from '../../../api/schema.gen.ts';
import { bareAmount } from '../../../parts/amount/amount.ts';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';

const { import: texts } = BANK_TEXTS;
const { columns } = LIST_TEXTS;
/** The service reads a sample with two decimals as long as nobody has named its account. */
const TWO_DECIMALS = 'EUR';

type Props = {
  readonly sample: readonly GuessedLine[];
  readonly currency: string | null;
  readonly caption: string;
  /** Something beside it says the same. */
  readonly hides_caption?: true;
};

function SampleAmount({ line, currency }: { line: GuessedLine; currency: string | null }) {
  const known = line.currency ?? currency;
  const { amount_cents } = line;
  if (known !== null) return <Amount amount_cents={amount_cents} currency={known} />;
  return bareAmount(amount_cents, TWO_DECIMALS);
}

/** Rows of a file may be equal, so each is identified by its place. */
const keyed = (sample: readonly GuessedLine[]) =>
  sample.map((line, place): [key: string, GuessedLine] => [`row ${place}`, line]);

export function SampleTable({ sample, currency, caption, hides_caption }: Props) {
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table captionSide="top" aria-label={caption}>
        {hides_caption === true ? null : (
          <Table.Caption ta="start">
            <Text size="sm" fw={600} component="span">
              {caption}
            </Text>
          </Table.Caption>
        )}
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.booked}</Table.Th>
            <Table.Th className="number">{columns.amount}</Table.Th>
            <Table.Th>{texts.direction}</Table.Th>
            <Table.Th>{columns.utr}</Table.Th>
            <Table.Th>{columns.text}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keyed(sample).map(([key, line]) => (
            <Table.Tr key={key}>
              <Table.Td>
                <Moment at={line.booked_at} />
              </Table.Td>
              <Table.Td className="number">
                <SampleAmount line={line} currency={currency} />
              </Table.Td>
              <Table.Td>{line.amount_cents < 0 ? texts.outgoing : texts.incoming}</Table.Td>
              <Table.Td>{line.utr}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{line.text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
