// A merchant's limits on the pay-ins of one customer (off by default).
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { CreatePayin } from '../batch/command.ts';
import { clientKey, type World } from '../batch/world.ts';
import { hasClientLimits } from '../record/merchant.ts';
import { type Refusal, refuse } from '../service/refusal.ts';

/** The first limit that another pay-in of this customer would exceed; sums count per currency. */
export function clientLimitBroken(world: World, command: CreatePayin): Refusal | null {
  const { settings, merchant_id } = command.merchant;
  if (!hasClientLimits(settings)) return null;
  const payins = world.clients.get(clientKey(merchant_id, command.client_id)) ?? [];
  const open = payins.filter((payin) => payin.open);
  const within = (ms: number) => payins.filter((payin) => payin.created_at > world.now - ms);
  const over = (limit: number | null, value: bigint) => limit !== null && value > BigInt(limit);
  const sum = (ms: number) =>
    within(ms)
      .filter((payin) => payin.currency === command.currency)
      .reduce((total, payin) => total + payin.amount_cents, command.amount_cents);
  const same = open.some(
    (payin) => payin.amount_cents === command.amount_cents && payin.currency === command.currency,
  );
  const checks: [boolean, string][] = [
    [
      over(settings.client_max_open_payins, BigInt(open.length + 1)),
      'The customer has as many open pay-ins as the merchant allows.',
    ],
    [
      settings.client_unique_amounts && same,
      'The customer has an open pay-in of this amount already.',
    ],
    [
      over(settings.client_max_count_per_hour, BigInt(within(HOUR_MS).length + 1)),
      'The customer has opened as many pay-ins as an hour allows.',
    ],
    [
      over(settings.client_max_count_per_day, BigInt(within(DAY_MS).length + 1)),
      'The customer has opened as many pay-ins as a day allows.',
    ],
    [
      over(settings.client_max_sum_cents_per_hour, sum(HOUR_MS)),
      `The customer would pass the amount in ${command.currency} that an hour allows.`,
    ],
    [
      over(settings.client_max_sum_cents_per_day, sum(DAY_MS)),
      `The customer would pass the amount in ${command.currency} that a day allows.`,
    ],
  ];
  const broken = checks.find(([is_broken]) => is_broken);
  return broken === undefined ? null : refuse('client_limit', broken[1]);
}
