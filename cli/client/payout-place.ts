// Pay-outs as arguments: `MERCHANT/PAYOUT`, or `MERCHANT/PAYOUT=UTR` for those that were paid.
import { InvalidArgumentError } from 'commander';

export type Payout = { merchant_id: string; id: string; utr?: string };

const PLACE_EXAMPLE = '01890a5d-ac96-774b-bcce-b302099a8057/01890a5d-b1c4-7d08-a03e-5f6c9d2e7b41';

/** `MERCHANT/PAYOUT`; the service checks that they are ids. */
export function readPayout(text: string): Payout {
  const [, merchant_id, id] = /^([^/=]+)\/([^/=]+)$/.exec(text) ?? [];
  if (merchant_id !== undefined && id !== undefined) return { merchant_id, id };
  throw new InvalidArgumentError(
    `It must be MERCHANT/PAYOUT, as in payouts queue, like ${PLACE_EXAMPLE}.`,
  );
}

/** One more of a list of them. */
export const payoutOf = (text: string, before: readonly Payout[] = []) => [
  ...before,
  readPayout(text),
];

export function paidPayoutOf(text: string, before: readonly Payout[] = []): Payout[] {
  const [, merchant_id, id, utr] = /^([^/=]+)\/([^/=]+)=(.+)$/.exec(text) ?? [];
  if (merchant_id !== undefined && id !== undefined && utr !== undefined) {
    return [...before, { merchant_id, id, utr }];
  }
  throw new InvalidArgumentError(
    'It must be MERCHANT/PAYOUT=UTR, the first as in payouts queue, ' +
      `like ${PLACE_EXAMPLE}=412345678901.`,
  );
}
