// The texts of a customer's page.
import type { CustomerLimit, CustomerOrders } from '../../api/schema.gen.ts';

type Counted = keyof CustomerOrders;
type Limit = CustomerLimit['limit'];

const COUNTS: Readonly<Record<Counted, string>> = {
  payins: 'Pay-ins',
  completed_payins: 'Paid',
  failed_payins: 'Claims that failed',
  disputed: 'Disputed now',
  payouts: 'Pay-outs',
};

const LIMITS: Readonly<Record<Limit, (used: string, most: string) => string>> = {
  client_max_open_payins: (used, most) => `${used} of ${most} open pay-ins`,
  client_max_count_per_hour: (used, most) => `${used} of ${most} pay-ins in the last hour`,
  client_max_count_per_day: (used, most) => `${used} of ${most} pay-ins in the last 24 hours`,
  client_max_sum_cents_per_hour: (used, most) => `${used} of ${most} in the last hour`,
  client_max_sum_cents_per_day: (used, most) => `${used} of ${most} in the last 24 hours`,
};

export const CUSTOMER_TEXTS = {
  of: 'A customer of',
  counted: 'Their orders by number',
  counts: COUNTS,
  more_than: (count: string) => `${count}+`,
  limits: {
    title: 'What the limits leave them',
    none: 'This merchant does not limit what one customer orders.',
    set: 'Limits of the merchant',
    used: LIMITS,
  },
  failed: {
    title: 'Claims that failed',
    none: 'No claim of theirs has failed.',
    all: 'All claims that failed',
  },
  disputes: { title: 'Disputes', none: 'They have disputed nothing.' },
  orders: { title: 'Newest orders', all: 'All orders' },
} as const;
