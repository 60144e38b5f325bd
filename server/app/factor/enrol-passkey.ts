// A person registers, names and removes passkeys.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { ADD_PASSKEY, passkeyRule, RENAME_PASSKEY } from '../../domain/factor/factor-requests.ts';
import { refuseLastFactor, refuseTooManyPasskeys } from '../../domain/factor/second-factor.ts';
import { beginReading, type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectPerson } from '../../store/access/people.ts';
import {
  deletePasskey,
  insertPasskey,
  readPasskeys,
  renamePasskey,
} from '../../store/factor/passkeys.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { isOwnChallenge, newChallenge } from './challenges.ts';
import { type AddedFactor, finishAdding, finishRemoving } from './change-factors.ts';
import { wrongFactor } from './check-factor.ts';
import { asOwner, type FactorOwner, factorOwner, ownerActor } from './factor-owner.ts';
import { countedTry } from './factor-tries.ts';
import { type FactorsBody, type PasskeyBody, passkeyBody } from './factor-views.ts';
import { type ReadAnswer, readRegistrationAnswer } from './passkey-answer.ts';
import { registrationOptions, relyingParty, verifyRegistration } from './passkey-ceremony.ts';

export type CreationOptions = PublicKeyCredentialCreationOptionsJSON;

/** What a browser needs to make a passkey. */
export async function passkeyCreation(
  app: App,
  owner: FactorOwner,
): Promise<{ options: CreationOptions } | Refusal> {
  const party = relyingParty(app.public_url);
  if (isRefusal(party)) return party;
  const { person_id, session_id } = owner;
  const { db, cipher } = app.store;
  const found = await db.transaction((tx) =>
    asOwner(tx, owner, async ({ factors }) => {
      const refused = refuseTooManyPasskeys(factors);
      if (refused !== null) return refused;
      const person = await selectPerson(tx, cipher, person_id);
      if (person === null) return refuseUnknown();
      return { person, passkeys: await readPasskeys(tx, cipher, person_id) };
    }),
  );
  if (isRefusal(found)) return found;
  const challenge = await newChallenge(app, { purpose: 'register', session_id });
  return { options: await registrationOptions(party, { challenge, ...found }) };
}

type Registration = { name: string; read: ReadAnswer<RegistrationResponseJSON> };

function readRegistration(raw: RawFields): Registration | Refusal {
  const reading = beginReading(ADD_PASSKEY, raw);
  const read = readRegistrationAnswer(reading.values.credential);
  if (read === null) reading.wrong('credential', 'format', passkeyRule('create'));
  const given = reading.result();
  if (isRefusal(given)) return given;
  return read === null ? wrongFactor() : { name: given.name, read };
}

export async function addPasskey(
  app: App,
  owner: FactorOwner | Refusal,
  raw: RawFields,
): Promise<AddedFactor | Refusal> {
  const given = readRegistration(raw);
  if (isRefusal(given)) return given;
  if (isRefusal(owner)) return owner;
  const { person_id, origin } = owner;
  return await countedTry(app, { person_id, address: origin.address }, () =>
    storePasskey(app, owner, given),
  );
}

async function storePasskey(
  app: App,
  owner: FactorOwner,
  { name, read: { answer, challenge } }: Registration,
): Promise<AddedFactor | Refusal> {
  const party = relyingParty(app.public_url);
  if (isRefusal(party)) return party;
  const { person_id, session_id } = owner;
  if (!(await isOwnChallenge(app, challenge, { purpose: 'register', session_id }))) {
    return wrongFactor();
  }
  const credential = await verifyRegistration(party, challenge, answer);
  if (credential === null) return wrongFactor();
  return await app.store.db.transaction((tx) =>
    asOwner(tx, owner, async (locked) => {
      const refused = refuseTooManyPasskeys(locked.factors);
      if (refused !== null) return refused;
      const passkey_id = newId();
      const created_at = app.settings.now();
      const passkey = { passkey_id, person_id, name, created_at, ...credential };
      if (!(await insertPasskey(tx, app.store.cipher, passkey))) return wrongFactor();
      const change = { action: 'passkey_added', detail: { passkey_id } } as const;
      return await finishAdding(app, tx, { owner, locked, change });
    }),
  );
}

export async function namePasskey(
  app: App,
  caller: OperatorCaller,
  { id, raw }: { id: string; raw: RawFields },
): Promise<PasskeyBody | Refusal> {
  const given = readRequest(RENAME_PASSKEY, raw);
  if (isRefusal(given)) return given;
  const owner = factorOwner(caller);
  if (isRefusal(owner)) return owner;
  const passkey_id = parseUuid(id);
  if (passkey_id === null) return refuseUnknown();
  const { person_id } = owner;
  return await app.store.db.transaction((tx) =>
    asOwner(tx, owner, async () => {
      const changed = { person_id, passkey_id, ...given };
      const renamed = await renamePasskey(tx, app.store.cipher, changed);
      if (renamed === null) return refuseUnknown();
      const target = `people/${person_id}`;
      await auditIn(tx, ownerActor(owner), 'passkey_renamed', target, { passkey_id });
      return passkeyBody(renamed);
    }),
  );
}

export async function removePasskey(
  app: App,
  caller: OperatorCaller,
  id: string,
): Promise<FactorsBody | Refusal> {
  const owner = factorOwner(caller);
  if (isRefusal(owner)) return owner;
  const passkey_id = parseUuid(id);
  if (passkey_id === null) return refuseUnknown();
  const { person_id } = owner;
  return await app.store.db.transaction((tx) =>
    asOwner(tx, owner, async ({ factors }) => {
      const passkeys = await readPasskeys(tx, app.store.cipher, person_id);
      if (!passkeys.some((one) => one.passkey_id === passkey_id)) return refuseUnknown();
      const refused = refuseLastFactor(app.mode, factors);
      if (refused !== null) return refused;
      await deletePasskey(tx, person_id, passkey_id);
      const change = { action: 'passkey_removed', detail: { passkey_id } } as const;
      return await finishRemoving(app, tx, { owner, change });
    }),
  );
}
