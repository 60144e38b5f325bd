// An operator ends the key that signs the proofs: the next key signs from then on, and the old one
// stays published with its end, so that its signatures can still be checked.
import { ROTATE_KEY } from '../../domain/proof/proof-requests.ts';
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { now } from '../../store/batch/store.ts';
import { insertProofKey } from '../../store/proof/proof-rows.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { keyBodies, keysOf, makeKey, type ProofKeyBody } from './proof-keys.ts';

export type RotatedKeyBody = {
  /** `found`: it had ended already. */
  outcome: 'rotated' | 'found';
  /** The key that the request named. */
  ended: ProofKeyBody;
  /** The key that followed it. */
  key: ProofKeyBody;
};

async function readRotation(app: App, raw: RawFields) {
  const reading = beginReading(ROTATE_KEY, raw);
  const { key_id } = reading.values;
  const keys = await keysOf(app);
  if (reading.refusal() === null && !keys.some((key) => key.key_id === key_id)) {
    reading.wrong('key_id', 'unknown_value', 'is not a key that signs proofs');
  }
  const asked = reading.result();
  return isRefusal(asked) ? asked : { ...asked, keys };
}

/** Thrown to roll back: somebody else ended the key at the same moment. */
class AlreadyEnded extends Error {}

/** False if somebody else ended it meanwhile. */
async function endKey(app: App, operator: OperatorCaller, key_id: number, note: string) {
  const next_id = key_id + 1;
  const { db, cipher } = app.store;
  try {
    await db.transaction(async (tx) => {
      const made = makeKey(cipher, next_id);
      const public_key = made.public_key.toString('base64url');
      const detail = { key_id: next_id, public_key, ended_key_id: key_id, note };
      const target = `proof_keys/${next_id}`;
      // First, because signing takes the audit trail's lock too: every signature is then before the
      // end.
      await auditIn(tx, operatorActor(operator), 'proof_key_rotated', target, detail);
      const created_at = await now(app.store, tx);
      if (!(await insertProofKey(tx, { ...made, created_at }))) throw new AlreadyEnded();
    });
    return true;
  } catch (error) {
    if (error instanceof AlreadyEnded) return false;
    throw error;
  }
}

/** The request names the key to end, so that a repeated request ends only one. */
export async function rotateProofKey(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<RotatedKeyBody | Refusal> {
  const asked = await readRotation(app, raw);
  if (isRefusal(asked)) return asked;
  const { key_id, note, keys } = asked;
  const signs = keys.at(-1)?.key_id === key_id;
  const is_ended_here = signs && (await endKey(app, operator, key_id, note));
  const bodies = keyBodies(await keysOf(app));
  const place = bodies.findIndex((key) => key.key_id === key_id);
  const [ended, key] = bodies.slice(place, place + 2);
  if (ended === undefined || key === undefined) throw new Error(`Proof key ${key_id} did not end`);
  return { outcome: is_ended_here ? 'rotated' : 'found', ended, key };
}
