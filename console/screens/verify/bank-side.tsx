// What the bank says about a pay-in: the lines that are matched with it, and those in suspense that
// may be for it, with what agrees and what does not.
import { Badge, Button, Card, Group, Kbd, Stack, Text } from '@mantine/core';
import type { BankLine, PossibleLine, Trade } from '../../api/schema.gen.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { possibleReason } from '../../parts/names/line-words.ts';
import { useSession } from '../../session/session.tsx';
import { BANK_TEXTS as bank } from '../../texts/bank/bank.ts';
import { VERIFY_TEXTS as texts } from '../../texts/verify/verify.ts';

function UtrBadge({ line, trade }: { line: BankLine; trade: Trade }) {
  if (line.utr === null || trade.utr === null) return null;
  const is_same = line.utr === trade.utr;
  return (
    <Badge size="sm" color={is_same ? 'teal' : 'orange'} variant="light">
      {is_same ? texts.same_utr : texts.other_utr}
    </Badge>
  );
}

function DifferenceBadge({ cents, currency }: { cents: number; currency: string }) {
  return (
    <Badge size="sm" color={cents === 0 ? 'teal' : 'orange'} variant="light">
      {cents === 0 ? (
        texts.exact
      ) : (
        <>
          <Amount amount_cents={Math.abs(cents)} currency={currency} />{' '}
          {cents > 0 ? bank.line.too_much : bank.line.too_little}
        </>
      )}
    </Badge>
  );
}

function LineText({ line }: { line: BankLine }) {
  return (
    <>
      <Text size="sm" fw={600}>
        <AnchorLink to="/bank/lines/$id" params={{ id: line.id }}>
          <Amount amount_cents={line.amount_cents} currency={line.currency} />
        </AnchorLink>{' '}
        <Moment at={line.booked_at} />
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {[line.counterparty_name, line.text, line.utr].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

type PossibleProps = {
  readonly one: PossibleLine;
  readonly trade: Trade;
  readonly number: number;
  readonly is_target: boolean;
  readonly choose: () => void;
};

function Possible({ one, trade, number, is_target, choose }: PossibleProps) {
  const { line, difference_cents, is_other_account, score } = one;
  return (
    <Card
      withBorder
      padding="xs"
      style={is_target ? { borderColor: 'var(--mantine-primary-color-filled)' } : undefined}
    >
      <Group justify="space-between" align="start" wrap="nowrap">
        <Stack gap={2}>
          <LineText line={line} />
          <Group gap={4}>
            <DifferenceBadge cents={difference_cents} currency={line.currency} />
            <UtrBadge line={line} trade={trade} />
            {is_other_account ? (
              <Badge size="sm" color="grape" variant="light">
                {texts.other_account}
              </Badge>
            ) : null}
          </Group>
          <Text size="xs" c="dimmed">
            {bank.line.score} {score}: {possibleReason(one)}
          </Text>
        </Stack>
        <Button
          size="compact-xs"
          variant={is_target ? 'filled' : 'default'}
          aria-pressed={is_target}
          aria-label={texts.assign_this(number)}
          onClick={choose}
        >
          <Kbd size="xs">{number}</Kbd>
        </Button>
      </Group>
    </Card>
  );
}

type Props = {
  readonly trade: Trade;
  readonly matched: readonly BankLine[] | undefined;
  readonly possible: readonly PossibleLine[] | undefined;
  /** The line that Assign takes. */
  readonly target: string | undefined;
  readonly choose: (id: string) => void;
};

export function BankSide({ trade, matched, possible, target, choose }: Props) {
  const { can } = useSession();
  if (!can('bank.read')) return <Text c="dimmed">{texts.lines_hidden}</Text>;
  if (matched === undefined || possible === undefined) {
    return <Loading height={160} />;
  }
  return (
    <Stack gap="xs">
      {matched.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          {texts.matched_lines}
        </Text>
      )}
      {matched.map((line) => (
        <Card key={line.id} withBorder padding="xs">
          <LineText line={line} />
          <UtrBadge line={line} trade={trade} />
        </Card>
      ))}
      {matched.length + possible.length === 0 ? <Text size="sm">{texts.no_lines}</Text> : null}
      {possible.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          {texts.possible_lines}
        </Text>
      )}
      {possible.map((one, index) => (
        <Possible
          key={one.line.id}
          one={one}
          trade={trade}
          number={index + 1}
          is_target={one.line.id === target}
          choose={() => choose(one.line.id)}
        />
      ))}
    </Stack>
  );
}
