// What an account has taken today against its daily limits, in words and as a bar.
import { Progress, Stack, Text } from '@mantine/core';
import type { UsedReceivingAccount } from '../../api/schema.gen.ts';
import { shownAmount } from '../../parts/amount/amount.ts';
import { RECEIVING_ACCOUNT_TEXTS as texts } from '../../texts/accounts/accounts.ts';

const NEAR = 0.9;

function colorOf(share: number): string {
  if (share >= 1) return 'red';
  return share >= NEAR ? 'orange' : 'indigo';
}

function Bar({ used, most, words }: { used: number; most: number | null; words: string }) {
  const share = most === null || most === 0 ? null : used / most;
  return (
    <div>
      <Text size="xs">{words}</Text>
      {share === null ? null : (
        <Progress
          value={Math.min(100, 100 * share)}
          color={colorOf(share)}
          aria-label={words}
          size="sm"
        />
      )}
    </div>
  );
}

export function AccountUse({ account }: { account: UsedReceivingAccount }) {
  const { used_today_count: count, used_today_cents: cents, currency } = account;
  const { daily_count_limit: most, daily_amount_limit_cents: most_cents } = account;
  const money = (amount: number) => shownAmount(amount, currency);
  return (
    <Stack gap={2} miw={150}>
      <Bar
        used={count}
        most={most}
        words={most === null ? texts.orders(count) : texts.orders_of(count, most)}
      />
      <Bar
        used={cents}
        most={most_cents}
        words={most_cents === null ? money(cents) : texts.sum_of(money(cents), money(most_cents))}
      />
    </Stack>
  );
}
