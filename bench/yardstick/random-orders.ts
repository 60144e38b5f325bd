// Makes random orders of many merchants: random amounts, customers and order ids.
import { randomBytes, randomFillSync } from 'node:crypto';
import { newId } from '../../server/app/process/ids.ts';
import { LIMITS } from '../../server/domain/service/limits.ts';
import type { Decimal } from '../../server/domain/values/decimal.ts';
import { feeOf } from '../../server/domain/values/rate.ts';
import type { SealedClient, SealedPayee, YardstickOrder } from './order-rows.ts';

const POOL_BYTES = 64 * 1024;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Random bytes from a pool: a generator call for a few bytes costs more than the statement. */
function someBytes(count: number): Buffer {
  if (used + count > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  used += count;
  return Buffer.from(pool.subarray(used - count, used));
}

function anyOf<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
}

const PERCENT: Readonly<Record<'payin' | 'payout', Decimal>> = {
  payin: { digits: 15n, scale: 1 },
  payout: { digits: 5n, scale: 1 },
};
const LEAST_CENTS = 1_00;
const MOST_CENTS = { payin: 100_000_00, payout: 1_000_00 } as const;
const CUSTOMERS = 10_000;

export function randomOrder(
  kind: 'payin' | 'payout',
  merchants: readonly string[],
): YardstickOrder {
  const span = MOST_CENTS[kind] - LEAST_CENTS;
  const amount_cents = BigInt(LEAST_CENTS + Math.floor(Math.random() * span));
  const percent = PERCENT[kind];
  const merchant_id = anyOf(merchants);
  return {
    merchant_id,
    trade_id: newId(),
    command_id: newId(),
    order_id: `order-${someBytes(8).toString('hex')}`,
    type: 'account',
    currency: 'INR',
    amount_cents,
    fee_cents: feeOf(amount_cents, percent),
    percent,
    client: randomClient(),
    callback_url: null,
    return_url: null,
    fingerprint: someBytes(32),
    actor_id: merchant_id,
    now: Date.now(),
    life_ms: LIMITS.payin_life_max_ms,
  };
}

const PAYEE = { number: '000111222333', name: 'Asha Rao', bank_name: null, phone: null };
/** Key id, nonce and tag, before the text. */
const SEAL_BYTES = 4 + 12 + 16;
const SEALED_BYTES = SEAL_BYTES + JSON.stringify(PAYEE).length;
const CLIENT_BYTES = SEAL_BYTES + 'customer-1234'.length;
const hashes = Array.from({ length: CUSTOMERS }, () => randomBytes(32));

/** As randomPayee. */
const randomClient = (): SealedClient => ({ sealed: someBytes(CLIENT_BYTES), hash: anyOf(hashes) });

/** Random bytes of the same size as sealed text; they cannot be decrypted. */
export function randomPayee(): SealedPayee {
  return { sealed: someBytes(SEALED_BYTES), number_hash: anyOf(hashes) };
}
