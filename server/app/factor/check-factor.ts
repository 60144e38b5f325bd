// Checks a second factor that somebody gave, and uses it up: no code and no signature works twice.

import { createHmac } from 'node:crypto';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import {
  type FactorName,
  GIVE_SECOND_FACTOR,
  passkeyRule,
} from '../../domain/factor/factor-requests.ts';
import { type CodeHmac, findTotpStep } from '../../domain/factor/totp.ts';
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { findPasskey, usePasskey } from '../../store/factor/passkeys.ts';
import { useRecoveryCode } from '../../store/factor/recovery-codes.ts';
import { readTotpSecret, useTotpStep } from '../../store/factor/totp-secrets.ts';
import type { App } from '../process/app.ts';
import { type ChallengeUse, isOwnChallenge } from './challenges.ts';
import { type ReadAnswer, readAuthenticationAnswer } from './passkey-answer.ts';
import { relyingParty, verifyAuthentication } from './passkey-ceremony.ts';

type PasskeyAnswer = ReadAnswer<AuthenticationResponseJSON>;

export type GivenFactor =
  | { method: 'totp'; code: string }
  | { method: 'recovery_code'; code: string }
  | { method: 'passkey'; read: PasskeyAnswer };

/** The same answer for every reason. */
export const wrongFactor = (): Refusal =>
  refuse(
    'second_factor_wrong',
    'This was not accepted: it is wrong, was used before, or came too late.',
  );

const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Exactly one of the allowed fields is given. */
export function readGivenFactor(
  { fields, errors }: RawFields,
  allowed: readonly FactorName[],
): GivenFactor | Refusal {
  const named = allowed.filter((name) => isGiven(fields[name]));
  const is_one = named.length === 1;
  const one = is_one ? Object.fromEntries(named.map((name) => [name, fields[name]])) : {};
  const reading = beginReading(GIVE_SECOND_FACTOR, { fields: one, errors });
  if (!is_one) {
    const [name = allowed[0] ?? ''] = named;
    const code = named.length === 0 ? 'required' : 'not_allowed';
    reading.wrong(name, code, `give exactly one of ${allowed.join(', ')}`);
  }
  const { passkey } = reading.values;
  const read = readAuthenticationAnswer(passkey);
  if (isGiven(passkey) && read === null) reading.wrong('passkey', 'format', passkeyRule('get'));
  const given = reading.result();
  if (isRefusal(given)) return given;
  if (read !== null) return { method: 'passkey', read };
  if (given.code !== null) return { method: 'totp', code: given.code };
  const { recovery_code: code } = given;
  return code === null ? wrongFactor() : { method: 'recovery_code', code };
}

export const totpHmac =
  (secret: Uint8Array): CodeHmac =>
  (message) =>
    createHmac('sha1', secret).update(message).digest();

/**
 * The challenge of a passkey's answer is used up outside of the transaction, so that it stays used
 * if anything else is wrong.
 */
export async function takeOwnChallenge(
  app: App,
  given: GivenFactor,
  use: ChallengeUse,
): Promise<boolean> {
  return given.method !== 'passkey' || (await isOwnChallenge(app, given.read.challenge, use));
}

async function useTotp(app: App, tx: Queryable, person_id: string, code: string): Promise<boolean> {
  const active = await readTotpSecret(tx, app.store.cipher, person_id, 'active');
  if (active === null || active.secret === null) return false;
  const { secret, last_step, totp_secret_id } = active;
  const step = findTotpStep(totpHmac(secret), { code, now: app.settings.now(), last_step });
  return step !== null && (await useTotpStep(tx, totp_secret_id, step));
}

/** The person whose passkey signed the answer; null if anything about it is wrong. */
export async function usePasskeyAnswer(
  app: App,
  tx: Queryable,
  { answer, challenge }: PasskeyAnswer,
): Promise<{ person_id: string; passkey_id: string } | null> {
  const party = relyingParty(app.public_url);
  if (isRefusal(party)) return null;
  const passkey = await findPasskey(tx, app.store.cipher, Buffer.from(answer.id, 'base64url'));
  if (passkey === null) return null;
  const use = await verifyAuthentication(party, challenge, { answer, passkey });
  if (use === null || !(await usePasskey(tx, use))) return null;
  const { person_id, passkey_id } = passkey;
  return { person_id, passkey_id };
}

/** What was used, without secrets, for the audit trail. */
export type UsedFactor = {
  method: GivenFactor['method'];
  passkey_id?: string;
  recovery_codes_left?: number;
};

/** Null if it was wrong. Run it with the person locked, and the challenge taken. */
export async function useFactor(
  app: App,
  tx: Queryable,
  person_id: string,
  given: GivenFactor,
): Promise<UsedFactor | null> {
  const { method } = given;
  if (given.method === 'totp') {
    return (await useTotp(app, tx, person_id, given.code)) ? { method } : null;
  }
  if (given.method === 'recovery_code') {
    const used = await useRecoveryCode(tx, app.store.cipher, person_id, given.code);
    return used === null ? null : { method, recovery_codes_left: used.left };
  }
  const used = await usePasskeyAnswer(app, tx, given.read);
  // Another person's passkey is right only for that person.
  if (used?.person_id !== person_id) return null;
  return { method, passkey_id: used.passkey_id };
}
