// What evidence that waits would bring: of bank lines the account's sums and balances, of a bank's
// answers what goes back to merchants; the largest and oldest of them.
import { Stack, Table, Text, Title } from '@mantine/core';
import type { EvidenceAccount, EvidenceLine } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { APPROVAL_TEXTS } from '../../texts/approvals.ts';

const { evidence: texts } = APPROVAL_TEXTS;

type LinesProps = {
  readonly title: string;
  readonly lines: readonly EvidenceLine[];
  readonly currency: string;
};

function Lines({ title, lines, currency }: LinesProps) {
  // Twins are equal in everything that is shown.
  const placed = lines.map((line, place) => ({ ...line, place }));
  return (
    <Table.ScrollContainer minWidth={360}>
      <Table captionSide="top">
        <Table.Caption ta="left">{title}</Table.Caption>
        <Table.Tbody>
          {placed.map(({ place, amount_cents, day, utr, text }) => (
            <Table.Tr key={place}>
              <Table.Td>{day}</Table.Td>
              <Table.Td className="number">
                <Amount amount_cents={amount_cents} currency={currency} />
              </Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {[utr, text].filter((part) => part !== null).join(' · ')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function Evidence({ of }: { readonly of: EvidenceAccount }) {
  const { currency, last_day, last_closing_cents, opening_cents, closing_cents } = of;
  const amount = (cents: number | null) =>
    cents === null ? texts.not_said : <Amount amount_cents={cents} currency={currency} />;
  const is_gap =
    opening_cents !== null && last_closing_cents !== null && opening_cents !== last_closing_cents;
  const of_lines: Fact[] = [
    [texts.lines, String(of.lines)],
    [texts.in_sum, amount(of.in_cents)],
    [texts.out_sum, amount(of.out_cents)],
    [last_day === null ? texts.last : `${texts.last} (${last_day})`, amount(last_closing_cents)],
    [texts.opening, amount(opening_cents)],
    [texts.closing, amount(closing_cents)],
  ];
  const of_answers: Fact[] = [
    [texts.rejected, String(of.lines)],
    [texts.given_back, amount(of.in_cents)],
  ];
  const account = of.receiving_account_id === null ? [texts.no_account] : [of.name, of.number];
  const is_lines = of.kind === 'lines';
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {[...account, currency].join(' · ')}
      </Title>
      <Facts facts={is_lines ? of_lines : of_answers} columns={2} />
      {is_lines ? null : <Text size="sm">{texts.answers_what}</Text>}
      {is_lines && is_gap ? (
        <Text size="sm" c="orange.8">
          {texts.gap}
        </Text>
      ) : null}
      <Lines
        title={is_lines ? texts.largest : texts.largest_answers}
        lines={of.largest}
        currency={currency}
      />
      <Lines
        title={is_lines ? texts.oldest : texts.oldest_answers}
        lines={of.oldest}
        currency={currency}
      />
    </Stack>
  );
}
