// Hashes or encrypts data that earlier versions stored in plain text, at the first start of this
// version and before it serves. Small transactions, so that an interrupted start can continue.
import type { Database } from '../connection/database.ts';
import type { Cipher, KeyedCipher } from '../encryption/encryption.ts';
import { sealEndpoints, sealReplies, sealTradeTexts } from '../encryption/sealed-text.ts';
import { sealBankLines } from '../line/sealed-lines.ts';
import { hashPageKeys } from '../trade/page-keys.ts';

/** Handles some of the rows and returns how many. */
type Step = (db: Database, cipher: Cipher, limit: number) => Promise<number>;

const STEPS: Readonly<Record<string, Step>> = {
  'keys of payment pages': hashPageKeys,
  'bank lines': sealBankLines,
  'addresses of trades': sealTradeTexts,
  'addresses of merchants': sealEndpoints,
  'answers to callbacks': sealReplies,
};

const ROWS_PER_TRANSACTION = 2_000;
const TELL_EVERY_MS = 5_000;

type Tell = (fields: { what: string; rows: number }, message: string) => void;

/**
 * Several processes may do this at once: rows are locked, and each finds only the remaining ones.
 */
export async function sealEarlierRows(
  db: Database,
  cipher: KeyedCipher,
  tell: Tell,
): Promise<void> {
  for (const [what, step] of Object.entries(STEPS)) {
    let rows = 0;
    let told_at = performance.now();
    for (;;) {
      // Another process may rotate the keys meanwhile.
      await cipher.keys.refresh();
      const done = await step(db, cipher, ROWS_PER_TRANSACTION);
      if (done === 0) break;
      rows += done;
      if (performance.now() - told_at < TELL_EVERY_MS) continue;
      told_at = performance.now();
      tell({ what, rows }, 'rows of an earlier version are being sealed');
    }
    if (rows > 0) tell({ what, rows }, 'rows of an earlier version are sealed');
  }
}
