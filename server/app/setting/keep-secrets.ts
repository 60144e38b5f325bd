// Keeps what an act shows once for whoever asked for it, if a second person approves the act.
import { keepSecret } from '../../store/approval/proposals.ts';
import type { Transaction } from '../../store/connection/database.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';

type Answered = {
  proposal_id: string;
  answer: Readonly<Record<string, unknown>>;
  keeps: readonly string[];
};

/** Keeps these fields of the answer, in the transaction of the act. */
export async function keepSecrets(
  tx: Transaction,
  cipher: Cipher,
  { proposal_id, answer, keeps }: Answered,
): Promise<void> {
  const kept = Object.entries(answer).filter(
    ([name, value]) => keeps.includes(name) && value !== null,
  );
  if (kept.length === 0) return;
  const secret = JSON.stringify(Object.fromEntries(kept));
  await keepSecret(tx, cipher, { proposal_id, secret });
}
