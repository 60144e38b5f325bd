// Splits a bank line into parts that add up to it; the sum of what is left is always shown.
import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../../api/bounds.gen.ts';
import { call } from '../../../api/client.ts';
import { aboutLine } from '../../../parts/act/about.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { AmountField } from '../../../parts/amount/amount-field.tsx';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { readAmount } from '../../../parts/amount/read-amount.ts';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import type { LineActProps } from './line-act.ts';

const { acts, fields } = BANK_TEXTS;

type Part = { readonly key: number; readonly text: string };

const START: readonly Part[] = [
  { key: 1, text: '' },
  { key: 2, text: '' },
];

/** Amounts are typed without the sign, which is the line's. */
function amountsOf(parts: readonly Part[], line_cents: number, currency: string) {
  const sign = line_cents < 0 ? -1 : 1;
  return parts.map(({ text }) => {
    const amount = readAmount(text, currency);
    return amount === null || amount <= 0 ? null : amount * sign;
  });
}

export function SplitAct({ line, whyNot, onDone }: LineActProps) {
  const [parts, setParts] = useState(START);
  const amounts = amountsOf(parts, line.amount_cents, line.currency);
  const known = amounts.filter((amount) => amount !== null);
  const left = line.amount_cents - known.reduce((sum, amount) => sum + amount, 0);
  const is_whole = known.length === parts.length && left === 0;
  const change = (key: number, text: string) =>
    setParts(parts.map((part) => (part.key === key ? { key, text } : part)));
  return (
    <ActButton
      about={aboutLine(line)}
      {...acts.split}
      shortcut="s"
      is_quiet
      why_not={whyNot('split')}
      onDone={onDone}
      onOpen={() => setParts(START)}
      is_ready={is_whole}
      run={(note, idempotency_key) =>
        call('splitBankLine', {
          path: { id: line.id },
          body: { parts: known, note, expected_decided_at: line.decided_at },
          idempotency_key,
        })
      }
    >
      <Stack gap="xs">
        {parts.map(({ key, text }, index) => (
          <Group key={key} align="end" gap="xs" wrap="nowrap">
            <AmountField
              label={fields.part(index + 1)}
              currency={line.currency}
              text={text}
              change={(next) => change(key, next)}
              autofocus={index === 0}
              wrong={fields.part_wrong}
            />
            {parts.length > 2 ? (
              <CloseButton
                aria-label={fields.remove_part(index + 1)}
                onClick={() => setParts(parts.filter((part) => part.key !== key))}
              />
            ) : null}
          </Group>
        ))}
        <Text size="sm" aria-live="polite">
          {is_whole ? (
            fields.parts_fit
          ) : (
            <>
              {fields.parts_left}: <Amount amount_cents={left} currency={line.currency} />
            </>
          )}
        </Text>
        <Button
          variant="default"
          size="xs"
          disabled={parts.length >= BOUNDS.splitBankLine.parts.maxItems}
          onClick={() => setParts([...parts, { key: (parts.at(-1)?.key ?? 0) + 1, text: '' }])}
        >
          {fields.add_part}
        </Button>
      </Stack>
    </ActButton>
  );
}
