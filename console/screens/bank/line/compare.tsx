// Possible pay-ins beside the line: what each asks for, what speaks for it, and what is left of the
// line for those that are picked.
import { Button, Card, Checkbox, Group, Kbd, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { BankLine, PossiblePayin } from '../../../api/schema.gen.ts';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { possibleReason } from '../../../parts/names/line-words.ts';
import { StateBadge } from '../../../parts/state-badge.tsx';
import { TradeLink } from '../../../parts/trade-link.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { compareWith, waitsFor } from './line-money.ts';
import { SplitForAct } from './split-for-act.tsx';

const { line: texts, review } = BANK_TEXTS;

function Difference({ cents, currency }: { cents: number; currency: string }) {
  if (cents === 0) return texts.no_difference;
  return (
    <>
      <Amount amount_cents={Math.abs(cents)} currency={currency} />{' '}
      {cents > 0 ? texts.too_much : texts.too_little}
    </>
  );
}

type PossibleProps = {
  readonly payin: PossiblePayin;
  readonly line: BankLine;
  readonly number: number;
  readonly is_target: boolean;
  readonly is_picked: boolean;
  readonly pick: () => void;
  readonly aim: () => void;
};

function Possible({ payin, line, number, is_target, is_picked, pick, aim }: PossibleProps) {
  const { currency } = line;
  return (
    <Card
      withBorder
      padding="sm"
      style={is_target ? { borderColor: 'var(--mantine-primary-color-filled)' } : undefined}
    >
      <Group justify="space-between" wrap="nowrap" align="start">
        <Stack gap={2}>
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              <TradeLink
                merchant_id={payin.merchant_id}
                trade_id={payin.trade_id}
                name={payin.order_id}
              />
            </Text>
            <StateBadge state={payin.state} />
          </Group>
          <Text size="sm">
            {texts.asks} <Amount amount_cents={waitsFor(payin)} currency={currency} /> ·{' '}
            <Difference cents={payin.difference_cents} currency={currency} />
          </Text>
          <Text size="sm" c="dimmed">
            {possibleReason(payin)}
          </Text>
        </Stack>
        <Stack gap={4} align="end">
          <Text size="sm" fw={600} title={texts.score}>
            {payin.score}
          </Text>
          <Button
            size="compact-xs"
            variant={is_target ? 'filled' : 'default'}
            aria-pressed={is_target}
            aria-label={`${review.pick(number)}: ${payin.order_id}`}
            onClick={aim}
          >
            <Kbd size="xs">{number}</Kbd>
          </Button>
          <Checkbox
            size="xs"
            label={texts.pick}
            aria-label={`${texts.pick} ${payin.order_id}`}
            checked={is_picked}
            onChange={pick}
          />
        </Stack>
      </Group>
    </Card>
  );
}

function Running({ line, picked }: { line: BankLine; picked: readonly PossiblePayin[] }) {
  const { asked_cents, left_cents } = compareWith(line.amount_cents, picked);
  const { currency } = line;
  const rows = [
    [texts.running, line.amount_cents],
    [texts.picked_ask, asked_cents],
    [texts.left, left_cents],
  ] as const;
  return (
    <Card withBorder padding="sm" aria-live="polite">
      <Group gap="lg">
        <Text size="sm" fw={600}>
          {texts.picked(picked.length)}
        </Text>
        {rows.map(([name, cents]) => (
          <Text size="sm" key={name}>
            {name} <Amount amount_cents={cents} currency={currency} />
          </Text>
        ))}
        {left_cents === 0 ? <Text size="sm">{texts.fits}</Text> : null}
      </Group>
    </Card>
  );
}

type Props = {
  readonly line: BankLine;
  readonly possible: readonly PossiblePayin[];
  /** The pay-in that Assign begins with. */
  readonly target: string | undefined;
  readonly aim: (trade_id: string) => void;
  readonly onDone: () => void;
};

export function Compare({ line, possible, target, aim, onDone }: Props) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const picked = possible.filter(({ trade_id }) => ids.includes(trade_id));
  const pick = (id: string) =>
    setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  if (line.status !== 'suspense' || line.amount_cents < 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.possible}
      </Title>
      {possible.length === 0 ? <Text c="dimmed">{texts.none_possible}</Text> : null}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xs">
        {possible.map((payin, index) => (
          <Possible
            key={payin.trade_id}
            payin={payin}
            line={line}
            number={index + 1}
            is_target={payin.trade_id === target}
            is_picked={ids.includes(payin.trade_id)}
            pick={() => pick(payin.trade_id)}
            aim={() => aim(payin.trade_id)}
          />
        ))}
      </SimpleGrid>
      {picked.length === 0 ? null : (
        <>
          <Running line={line} picked={picked} />
          <Group>
            <SplitForAct line={line} picked={picked} onDone={onDone} />
          </Group>
        </>
      )}
    </Stack>
  );
}
