// Counts pay-ins that found no receiving account. A refused order writes nothing, so its process
// remembers the miss and a job writes all of a few seconds with one statement.
import { MISS_REASONS } from '../../domain/record/receiving-account.ts';
import { SLOT_MS } from '../../domain/trade/trade-measures.ts';
import { addMisses, type PayinMiss } from '../../store/account/payin-misses.ts';
import type { Database } from '../../store/connection/database.ts';

export type Missed = {
  merchant_id: string;
  currency: string;
  type: string;
  amount_cents: bigint;
  at: number;
};

export type PayinMisses = {
  note(missed: Missed, reason: unknown): void;
  /** Returns how many counters were moved; if it throws, all of them are kept for the next time. */
  write(): Promise<number>;
};

export function createPayinMisses(db: Database): PayinMisses {
  let misses = new Map<string, PayinMiss>();
  const add = (miss: PayinMiss) => {
    const { merchant_id, slot, currency, type, reason } = miss;
    const key = [merchant_id, slot, currency, type, reason].join('/');
    const known = misses.get(key) ?? { count: 0, total_cents: 0n };
    const count = known.count + miss.count;
    misses.set(key, { ...miss, count, total_cents: known.total_cents + miss.total_cents });
  };
  return {
    note({ merchant_id, currency, type, amount_cents, at }, told) {
      const reason = MISS_REASONS.find((word) => word === told);
      if (reason === undefined) throw new Error(`${String(told)} is no reason of a miss`);
      const of = { merchant_id, currency, type, reason, slot: Math.floor(at / SLOT_MS) };
      add({ ...of, count: 1, total_cents: amount_cents });
    },
    async write() {
      if (misses.size === 0) return 0;
      const taken = [...misses.values()];
      misses = new Map();
      try {
        await addMisses(db, taken);
      } catch (error) {
        for (const miss of taken) add(miss);
        throw error;
      }
      return taken.length;
    },
  };
}
