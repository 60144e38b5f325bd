// How an Indian bank sends a payment: within the bank, or by NEFT, RTGS or IMPS.

import { PAYMENT_MODES, type PaymentMode, type PayoutLayout } from './payout-layout.ts';

/** RTGS takes amounts from 2 lakh rupees, IMPS up to 5 lakh (in paise; Reserve Bank, NPCI). */
const RTGS_FROM_CENTS = 20_000_000n;
const IMPS_UP_TO_CENTS = 50_000_000n;

type Asked = { amount_cents: bigint; is_same_bank: boolean };

/** The first that the bank offers and the amount allows; null if there is none. */
export function modeOf(
  { modes, prefer }: Pick<PayoutLayout, 'modes' | 'prefer'>,
  { amount_cents, is_same_bank }: Asked,
): PaymentMode | null {
  const allows: Readonly<Record<PaymentMode, boolean>> = {
    internal: is_same_bank,
    rtgs: amount_cents >= RTGS_FROM_CENTS,
    imps: amount_cents <= IMPS_UP_TO_CENTS,
    neft: true,
  };
  const order: readonly PaymentMode[] = ['internal', 'rtgs', prefer, ...PAYMENT_MODES];
  return order.find((mode) => modes[mode] !== undefined && allows[mode]) ?? null;
}
