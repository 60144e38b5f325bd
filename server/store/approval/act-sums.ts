// Where the sums of a day are: in the database of the act, or with several cells in the control
// cell, because the band of a day is a person's and not a cell's.
import type { SumKey, Sums } from '../../domain/record/counted-act.ts';
import type { Database, Transaction } from '../connection/database.ts';
import { isStoreOutage } from '../connection/outage.ts';
import { LONG_WORK } from '../connection/statement-limits.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { lockSums } from './counted-acts.ts';

/** The database of the control cell, for what all cells share. */
export type ControlPlace = { readonly db: Database; readonly cipher: Cipher };

/** The transaction that has the sums, and the keys of its database. */
type SumsAt = { readonly tx: Transaction; readonly cipher: Cipher };

/** The sums of one transaction that carries out acts. */
export type ActSums = {
  /** The commit of the act has to wait for `keep`. */
  isBegunElsewhere(): boolean;
  /** False if they cannot be reached: then nobody acts alone. */
  begin(tx: Transaction): Promise<boolean>;
  /** After `begin`. */
  at(tx: Transaction, cipher: Cipher): SumsAt;
  /**
   * The last step before the commit of the act: what was counted is committed first. If the act
   * fails after it, it counts although nothing was done, which never allows more.
   */
  keep(): Promise<void>;
  /** Whatever has happened. What was not kept is rolled back. */
  end(): Promise<void>;
};

const nothing = () => Promise.resolve();

const HERE: ActSums = {
  isBegunElsewhere: () => false,
  begin: () => Promise.resolve(true),
  at: (tx, cipher) => ({ tx, cipher }),
  keep: nothing,
  end: nothing,
};

class GivenUp extends Error {}

/** A transaction in the control cell that lasts as long as that of the act. */
class SumsElsewhere implements ActSums {
  readonly #place: ControlPlace;
  readonly #end = Promise.withResolvers<void>();
  #tx: Transaction | null = null;
  #work: Promise<void> | null = null;

  constructor(place: ControlPlace) {
    this.#place = place;
  }

  isBegunElsewhere(): boolean {
    return this.#tx !== null;
  }

  async begin({ is_read_only }: Transaction): Promise<boolean> {
    const begun = Promise.withResolvers<Transaction>();
    const { silence_ms } = LONG_WORK;
    this.#work = this.#place.db.transaction(
      async (tx) => {
        await tx.query('reach-sums', 'select 1 as reached', []);
        begun.resolve(tx);
        await this.#end.promise;
      },
      { is_read_only, silence_ms },
    );
    // It is awaited by `keep` or `end`, perhaps long after it has failed.
    this.#work.catch(begun.reject);
    try {
      this.#tx = await begun.promise;
      return true;
    } catch (error) {
      if (isStoreOutage(error)) return false;
      throw error;
    }
  }

  at(): SumsAt {
    if (this.#tx === null) throw new Error('The sums of the control cell were not begun');
    return { tx: this.#tx, cipher: this.#place.cipher };
  }

  async keep(): Promise<void> {
    if (this.#tx === null) return;
    this.#end.resolve();
    await this.#work;
  }

  async end(): Promise<void> {
    if (this.#work === null) return;
    // Without effect if it was kept.
    this.#end.promise.catch(nothing);
    this.#end.reject(new GivenUp());
    await Promise.allSettled([this.#work]);
  }
}

/** `control`: null if the act's own database has the sums. */
export async function withActSums<Value>(
  control: ControlPlace | null,
  work: (sums: ActSums) => Promise<Value>,
): Promise<Value> {
  if (control === null) return await work(HERE);
  const sums = new SumsElsewhere(control);
  try {
    return await work(sums);
  } finally {
    await sums.end();
  }
}

/** Null if they cannot be reached. A batch in which nobody acts alone does not reach for them. */
export async function lockActSums(
  tx: Transaction,
  { cipher, act_sums }: { readonly cipher: Cipher; readonly act_sums: ActSums },
  keys: readonly SumKey[],
  now: number,
): Promise<Sums | null> {
  if (keys.length === 0) return new Map();
  if (!(await act_sums.begin(tx))) return null;
  const at = act_sums.at(tx, cipher);
  return await lockSums(at.tx, at.cipher, keys, now);
}
