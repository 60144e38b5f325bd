// The trades that the rules found for a line when it came, with the score of each.
import { Group, Stack, Text, Title } from '@mantine/core';
import type { BankLine } from '../../../api/schema.gen.ts';
import { candidateReason } from '../../../parts/names/line-words.ts';
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
      {line.candidates.map((one) => (
        <Group key={one.trade_id} gap="xs">
          <TradeLink merchant_id={one.merchant_id} trade_id={one.trade_id} name={one.order_id} />
          <Text size="sm">
            {texts.score} {one.score}: {candidateReason(one)}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
