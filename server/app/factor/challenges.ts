// Challenges that passkeys sign: drawn here, kept as hashes, answered once.
import {
  type ChallengePurpose,
  insertChallenge,
  takeChallenge,
} from '../../store/factor/passkey-challenges.ts';
import type { App } from '../process/app.ts';
import { newRandom, sha256Hex } from '../process/ids.ts';
import { CEREMONY_MS } from './passkey-ceremony.ts';

const CHALLENGE_BYTES = 32;

/** What the challenge is for, and the session that may answer; null for `sign_in`. */
export type ChallengeUse = { purpose: ChallengePurpose; session_id: string | null };

export async function newChallenge(app: App, use: ChallengeUse): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(newRandom(CHALLENGE_BYTES));
  const challenge_hash = sha256Hex(Buffer.from(challenge).toString('base64url'));
  await app.store.db.transaction((tx) =>
    insertChallenge(tx, { challenge_hash, ...use }, CEREMONY_MS),
  );
  return challenge;
}

/** Used up by the first answer, right or wrong: so it is not part of the answer's transaction. */
export async function isOwnChallenge(
  app: App,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  return await takeChallenge(app.store.db, { challenge_hash: sha256Hex(challenge), ...use });
}
