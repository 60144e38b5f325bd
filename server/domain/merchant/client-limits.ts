// A merchant's limits on the pay-ins of one customer (off by default).
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import type { CreatePayin } from '../batch/command.ts';
import { type ClientPayin, clientKey, type World } from '../batch/world.ts';
import { hasClientLimits, type MerchantSettings } from '../record/merchant.ts';
import { type Refusal, refuse } from '../service/refusal.ts';

/** What a customer has used of the limits; sums count per currency. */
function usedBy(payins: readonly ClientPayin[], now: number) {
  const within = (ms: number) => payins.filter((payin) => payin.created_at > now - ms);
  return {
    open: payins.filter((payin) => payin.open),
    count: (ms: number): number => within(ms).length,
    sum: (ms: number, currency: string): bigint =>
      within(ms)
        .filter((payin) => payin.currency === currency)
        .reduce((total, payin) => total + payin.amount_cents, 0n),
  };
}

/** The first limit that another pay-in of this customer would exceed. */
export function clientLimitBroken(world: World, command: CreatePayin): Refusal | null {
  const { settings, merchant_id } = command.merchant;
  if (!hasClientLimits(settings)) return null;
  const payins = world.clients.get(clientKey(merchant_id, command.client_id)) ?? [];
  const { amount_cents, currency } = command;
  const used = usedBy(payins, world.now);
  const over = (limit: number | null, value: bigint) => limit !== null && value > BigInt(limit);
  const sum = (ms: number) => used.sum(ms, currency) + amount_cents;
  const same = used.open.some(
    (payin) => payin.amount_cents === amount_cents && payin.currency === currency,
  );
  const checks: [boolean, string][] = [
    [
      over(settings.client_max_open_payins, BigInt(used.open.length + 1)),
      'The customer has as many open pay-ins as the merchant allows.',
    ],
    [
      settings.client_unique_amounts && same,
      'The customer has an open pay-in of this amount already.',
    ],
    [
      over(settings.client_max_count_per_hour, BigInt(used.count(HOUR_MS) + 1)),
      'The customer has opened as many pay-ins as an hour allows.',
    ],
    [
      over(settings.client_max_count_per_day, BigInt(used.count(DAY_MS) + 1)),
      'The customer has opened as many pay-ins as a day allows.',
    ],
    [
      over(settings.client_max_sum_cents_per_hour, sum(HOUR_MS)),
      `The customer would pass the amount in ${currency} that an hour allows.`,
    ],
    [
      over(settings.client_max_sum_cents_per_day, sum(DAY_MS)),
      `The customer would pass the amount in ${currency} that a day allows.`,
    ],
  ];
  const broken = checks.find(([is_broken]) => is_broken);
  return broken === undefined ? null : refuse('client_limit', broken[1]);
}

/** The limits of which a customer can have used a part; the names are those of the settings. */
export const CLIENT_LIMITS = [
  'client_max_open_payins',
  'client_max_count_per_hour',
  'client_max_count_per_day',
  'client_max_sum_cents_per_hour',
  'client_max_sum_cents_per_day',
] as const satisfies readonly (keyof MerchantSettings)[];
export type ClientLimit = (typeof CLIENT_LIMITS)[number];

export type ClientLimitUse = {
  limit: ClientLimit;
  /** Of the sums only: they count per currency. */
  currency: string | null;
  used: bigint;
  most: bigint;
};

/** How much of each limit that the merchant has set is used; sums by the currencies of the day. */
export function clientLimitsUsed(
  settings: MerchantSettings,
  payins: readonly ClientPayin[],
  now: number,
): ClientLimitUse[] {
  const used = usedBy(payins, now);
  const counts: Partial<Record<ClientLimit, number>> = {
    client_max_open_payins: used.open.length,
    client_max_count_per_hour: used.count(HOUR_MS),
    client_max_count_per_day: used.count(DAY_MS),
  };
  const currencies = [...new Set(payins.map(({ currency }) => currency))].sort();
  return CLIENT_LIMITS.flatMap((limit): ClientLimitUse[] => {
    const set = settings[limit];
    if (set === null) return [];
    const most = BigInt(set);
    const count = counts[limit];
    if (count !== undefined) return [{ limit, currency: null, used: BigInt(count), most }];
    const ms = limit === 'client_max_sum_cents_per_hour' ? HOUR_MS : DAY_MS;
    return currencies.map((currency) => ({ limit, currency, used: used.sum(ms, currency), most }));
  });
}
