// The trades that the rules found for a line when it came, with the score of each.
import { Group, Stack, Text, Title } from '@mantine/core';
import type { BankLine } from '../../../api/schema.gen.ts';
import { TradeLink } from '../../../parts/trade-link.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';

const { line: texts } = BANK_TEXTS;

export function Candidates({ line }: { line: BankLine }) {
  if (line.candidates.length === 0) return null;
  return (
    <Stack gap={4}>
      <Title order={2} size="h4">
        {texts.candidates}
      </Title>
      {line.candidates.map(({ merchant_id, trade_id, score, explanation }) => (
        <Group key={trade_id} gap="xs">
          <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={trade_id.slice(0, 13)} />
          <Text size="sm">
            {texts.score} {score}: {explanation}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
