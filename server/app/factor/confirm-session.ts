// A person confirms an open session by giving the second factor again, as dangerous acts ask for.

import { CONFIRM_SESSION } from '../../domain/factor/factor-requests.ts';
import { CONFIRMATION_LIFE_MS, refuseWrongMethod } from '../../domain/factor/second-factor.ts';
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { selectCredentialsById } from '../../store/access/people.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { readFactors } from '../../store/factor/factors.ts';
import { confirmOpenSession } from '../../store/factor/session-stages.ts';
import { noSession } from '../access/authenticate-session.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { readGivenFactor, takeOwnChallenge, useFactor, wrongFactor } from './check-factor.ts';
import { asOwner, type FactorOwner, factorOwner, ownerActor } from './factor-owner.ts';
import { countedTry } from './factor-tries.ts';

type Given =
  | { method: 'password'; password: string }
  | Exclude<ReturnType<typeof readGivenFactor>, Refusal>;

function readConfirmation(raw: RawFields): Given | Refusal {
  const { password } = raw.fields;
  const factors = ['code', 'passkey'] as const;
  if ((password ?? null) === null) return readGivenFactor(raw, factors);
  const reading = beginReading(CONFIRM_SESSION, { fields: { password }, errors: raw.errors });
  for (const name of factors) {
    if ((raw.fields[name] ?? null) !== null) {
      reading.wrong(name, 'not_allowed', 'give exactly one of password, code, passkey');
    }
  }
  const given = reading.result();
  return isRefusal(given) ? given : { method: 'password', password: given.password ?? '' };
}

export type ConfirmedBody = {
  confirmed_at: string;
  /** Until then dangerous acts are open. */
  counts_until: string;
};

export async function confirmSession(
  app: App,
  caller: OperatorCaller,
  raw: RawFields,
): Promise<ConfirmedBody | Refusal> {
  const given = readConfirmation(raw);
  if (isRefusal(given)) return given;
  const owner = factorOwner(caller);
  if (isRefusal(owner)) return owner;
  const { person_id, origin } = owner;
  return await countedTry(app, { person_id, address: origin.address }, () =>
    confirmWith(app, owner, given),
  );
}

async function confirmWith(
  app: App,
  owner: FactorOwner,
  given: Given,
): Promise<ConfirmedBody | Refusal> {
  const { person_id, session_id } = owner;
  const { db } = app.store;
  // Hashing takes long, so it is done before anything is locked.
  const matched = given.method === 'password' ? await matchPassword(app, person_id, given) : null;
  if (isRefusal(matched)) return matched;
  if (given.method !== 'password') {
    const use = { purpose: 'confirm', session_id } as const;
    if (!(await takeOwnChallenge(app, given, use))) return wrongFactor();
  }
  return await db.transaction((tx) =>
    asOwner(tx, owner, async ({ credentials, factors }) => {
      const refused = refuseWrongMethod(given.method, factors);
      if (refused !== null) return refused;
      const is_right =
        given.method === 'password'
          ? matched !== null && matched === credentials.password_hash
          : (await useFactor(app, tx, person_id, given)) !== null;
      if (!is_right) return wrongFactor();
      return await noteConfirmation(tx, owner, given.method);
    }),
  );
}

/** The hash that the password fits, to be compared with the present one; null if it is wrong. */
async function matchPassword(
  app: App,
  person_id: string,
  { password }: Extract<Given, { method: 'password' }>,
): Promise<string | null | Refusal> {
  const { db } = app.store;
  const credentials = await selectCredentialsById(db, person_id);
  const { has_totp, passkeys } = await readFactors(db, person_id);
  if (has_totp || passkeys > 0) return null;
  const verified = await app.passwords.verify(password, credentials?.password_hash ?? null);
  if (isRefusal(verified)) return verified;
  return verified.matches ? (credentials?.password_hash ?? null) : null;
}

async function noteConfirmation(
  tx: Queryable,
  owner: FactorOwner,
  method: string,
): Promise<ConfirmedBody | Refusal> {
  const { person_id, session_id } = owner;
  const confirmed_at = await confirmOpenSession(tx, session_id);
  if (confirmed_at === null) return noSession();
  const target = `people/${person_id}`;
  await auditIn(tx, ownerActor(owner), 'session_confirmed', target, { method, session_id });
  return {
    confirmed_at: iso(confirmed_at),
    counts_until: iso(confirmed_at + CONFIRMATION_LIFE_MS),
  };
}
