// What an import did, or would do: counts that lead to their lists, what was left out and why, and
// the lines with their outcome.
import {
  Alert,
  Badge,
  Button,
  Card,
  Group,
  List,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import type { StatementResult } from '../../../api/schema.gen.ts';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { AnchorLink, ButtonLink } from '../../../parts/links.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { ImportLines } from './import-lines.tsx';

const { import: texts } = BANK_TEXTS;
const MOST_NOTES = 20;

type Count = readonly [name: keyof typeof texts.counts, count: number, search: object | null];

/** A statement's lines can be listed only if the file was one statement. */
function countsOf(result: StatementResult): readonly Count[] {
  const [only, ...others] = result.statements;
  const statement_id = others.length === 0 ? (only?.id ?? null) : null;
  const search = (status: object) => (statement_id === null ? null : { statement_id, ...status });
  return [
    ['imported', result.imported, search({})],
    ['matched', result.matched, search({ status: 'matched' })],
    ['suspense', result.suspense, search({ status: 'suspense' })],
    ['duplicate', result.duplicate, null],
    ['waiting', result.waiting, null],
    ['left_out', result.left_out, null],
    ['errors', result.errors.length, null],
    ['unconfirmed', result.unconfirmed, null],
  ];
}

/** The review has a filter by account; a file of several accounts is reviewed with all others. */
function reviewOf(result: StatementResult) {
  const [account, ...others] = new Set(
    result.statements.map(({ receiving_account_id }) => receiving_account_id),
  );
  return account === undefined || others.length > 0 ? {} : { receiving_account_id: account };
}

function Counts({ result }: { result: StatementResult }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 4, lg: 8 }} spacing="xs">
      {countsOf(result).map(([name, count, search]) => (
        <Card key={name} withBorder padding="xs">
          <Text size="xs" c="dimmed">
            {texts.counts[name]}
          </Text>
          <Text fz="lg" fw={600}>
            {search === null || count === 0 ? (
              count
            ) : (
              <AnchorLink to="/bank" search={{ ...search }}>
                {count}
              </AnchorLink>
            )}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function LeftOut({ left_out, left_out_reasons }: StatementResult) {
  if (left_out === 0) return null;
  const reasons = Object.entries(texts.left_out_reasons).flatMap(([reason, words]) => {
    const count = left_out_reasons[reason as keyof typeof left_out_reasons];
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return (
    <Text size="sm">
      {texts.left_out}: {reasons.join(', ')}
    </Text>
  );
}

type Note = StatementResult['errors'][number];

function Notes({ title, notes, color }: { title: string; notes: readonly Note[]; color: string }) {
  if (notes.length === 0) return null;
  return (
    <Alert color={color} title={`${title}: ${notes.length}`}>
      <List size="sm">
        {notes.slice(0, MOST_NOTES).map(({ line, message }) => (
          <List.Item key={`${line} ${message}`}>
            {texts.line} {line}: {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Accounts({ accounts }: StatementResult) {
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.account}</Table.Th>
            <Table.Th className="number">{texts.counts.imported}</Table.Th>
            <Table.Th className="number">{texts.counts.matched}</Table.Th>
            <Table.Th className="number">{texts.counts.suspense}</Table.Th>
            <Table.Th className="number">{texts.in}</Table.Th>
            <Table.Th className="number">{texts.out}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {accounts.map((one) => (
            <Table.Tr key={one.receiving_account_id}>
              <Table.Td>
                {one.name} · {one.number}
              </Table.Td>
              <Table.Td className="number">{one.imported}</Table.Td>
              <Table.Td className="number">{one.matched}</Table.Td>
              <Table.Td className="number">{one.suspense}</Table.Td>
              <Table.Td className="number">
                <Amount amount_cents={one.in_cents} currency={one.currency} />
              </Table.Td>
              <Table.Td className="number">
                <Amount amount_cents={one.out_cents} currency={one.currency} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Gaps({ gaps }: StatementResult) {
  if (gaps.length === 0) return null;
  return (
    <Alert color="orange" title={texts.gaps_title}>
      <List size="sm">
        {gaps.map((gap) => (
          <List.Item key={gap.receiving_account_id}>
            {texts.gap(gap.last_day, gap.first_day)}:{' '}
            <Amount amount_cents={gap.last_closing_cents} currency={gap.currency} /> →{' '}
            <Amount amount_cents={gap.opening_cents} currency={gap.currency} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Every account of a line is among those of the answer. */
function AmountOf({ cents, currency }: { cents: number; currency: string | undefined }) {
  return currency === undefined ? null : <Amount amount_cents={cents} currency={currency} />;
}

function Unconfirmed({
  result: { unconfirmed_lines: lines, accounts },
}: {
  result: StatementResult;
}) {
  const currencies = new Map(accounts.map((one) => [one.receiving_account_id, one.currency]));
  if (lines.length === 0) return null;
  return (
    <Alert color="orange" title={`${texts.unconfirmed_title}: ${lines.length}`}>
      <List size="sm">
        {lines.slice(0, MOST_NOTES).map(({ id, day, amount_cents, receiving_account_id, utr }) => (
          <List.Item key={id}>
            <AnchorLink to="/bank/lines/$id" params={{ id }}>
              {day} {utr}
            </AnchorLink>{' '}
            <AmountOf cents={amount_cents} currency={currencies.get(receiving_account_id)} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

export function ImportResult({ result, other }: { result: StatementResult; other?: () => void }) {
  const { dry_run } = result;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="xs">
          <Title order={2} size="h4">
            {dry_run ? texts.preview_title : texts.done}
          </Title>
          {dry_run ? (
            <Badge color="blue" variant="light">
              {texts.nothing_written}
            </Badge>
          ) : null}
        </Group>
        {other === undefined ? null : (
          <Group gap="xs">
            {result.suspense === 0 ? null : (
              <ButtonLink to="/bank/review" search={reviewOf(result)} size="xs">
                {texts.review(result.suspense)}
              </ButtonLink>
            )}
            <Button variant="default" size="xs" onClick={other}>
              {texts.again}
            </Button>
          </Group>
        )}
      </Group>
      <Counts result={result} />
      <LeftOut {...result} />
      <Notes title={texts.errors} notes={result.errors} color="red" />
      <Notes title={texts.warnings} notes={result.warnings} color="orange" />
      {result.accounts.length > 1 ? <Accounts {...result} /> : null}
      <Gaps {...result} />
      <Unconfirmed result={result} />
      <ImportLines result={result} />
    </Stack>
  );
}
