// A person sets up, replaces and removes the codes of an authenticator app.

import { ACTIVATE_TOTP } from '../../domain/factor/factor-requests.ts';
import { openOffer, refuseLastFactor } from '../../domain/factor/second-factor.ts';
import { findTotpStep, otpauthUri, TOTP } from '../../domain/factor/totp.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { encodeBase32 } from '../../lib/base32.ts';
import { selectPerson } from '../../store/access/people.ts';
import {
  activateTotpSecret,
  deleteTotpSecrets,
  offerTotpSecret,
  readTotpSecret,
} from '../../store/factor/totp-secrets.ts';
import type { App } from '../process/app.ts';
import { newId, newRandom } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type AddedFactor, finishAdding, finishRemoving } from './change-factors.ts';
import { totpHmac, wrongFactor } from './check-factor.ts';
import { asOwner, type FactorOwner, factorOwner } from './factor-owner.ts';
import { countedTry } from './factor-tries.ts';
import type { FactorsBody } from './factor-views.ts';

/** An offered secret that nobody confirmed may have been read by somebody else meanwhile. */

export type OfferedTotp = {
  /** In base32, for typing; shown only now. */
  secret: string;
  otpauth_uri: string;
};

/** The factors stay as they are until a code of the new secret was given. */
export async function offerTotp(app: App, owner: FactorOwner): Promise<OfferedTotp | Refusal> {
  const { person_id } = owner;
  const { db, cipher } = app.store;
  const secret = newRandom(TOTP.secret_bytes);
  const offered = await db.transaction((tx) =>
    asOwner(tx, owner, async () => {
      const now = app.settings.now();
      await offerTotpSecret(tx, cipher, { totp_secret_id: newId(), person_id, secret, now });
      return await selectPerson(tx, cipher, person_id);
    }),
  );
  if (isRefusal(offered)) return offered;
  const account = offered?.email ?? person_id;
  const issuer = new URL(app.public_url).host;
  return {
    secret: encodeBase32(secret),
    otpauth_uri: otpauthUri({ issuer, account, secret }),
  };
}

export async function activateTotp(
  app: App,
  owner: FactorOwner | Refusal,
  raw: RawFields,
): Promise<AddedFactor | Refusal> {
  const given = readRequest(ACTIVATE_TOTP, raw);
  if (isRefusal(given)) return given;
  if (isRefusal(owner)) return owner;
  const { person_id, origin } = owner;
  return await countedTry(app, { person_id, address: origin.address }, () =>
    activateOffered(app, owner, given.code),
  );
}

async function activateOffered(
  app: App,
  owner: FactorOwner,
  code: string,
): Promise<AddedFactor | Refusal> {
  const { person_id } = owner;
  const { db, cipher } = app.store;
  return await db.transaction((tx) =>
    asOwner(tx, owner, async (locked) => {
      const now = app.settings.now();
      const offered = openOffer(await readTotpSecret(tx, cipher, person_id, 'offered'), now);
      if (isRefusal(offered)) return offered;
      const { secret } = offered;
      const asked = { code, now, last_step: null };
      const step = secret === null ? null : findTotpStep(totpHmac(secret), asked);
      if (step === null) return wrongFactor();
      await activateTotpSecret(tx, offered, step);
      const detail = { replaces: locked.factors.has_totp };
      const change = { action: 'totp_activated', detail } as const;
      return await finishAdding(app, tx, { owner, locked, change });
    }),
  );
}

export async function removeTotp(app: App, caller: OperatorCaller): Promise<FactorsBody | Refusal> {
  const owner = factorOwner(caller);
  if (isRefusal(owner)) return owner;
  return await app.store.db.transaction((tx) =>
    asOwner(tx, owner, async ({ factors }) => {
      if (!factors.has_totp) return refuseUnknown();
      const refused = refuseLastFactor(app.mode, factors);
      if (refused !== null) return refused;
      await deleteTotpSecrets(tx, owner.person_id);
      const change = { action: 'totp_removed', detail: {} } as const;
      return await finishRemoving(app, tx, { owner, change });
    }),
  );
}
