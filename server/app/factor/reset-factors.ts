// Removes all second factors of a person who lost them, and makes the one-time link by which that
// person sets up new ones.

import { OPEN_ENROLMENT_LINK } from '../../domain/factor/factor-requests.ts';
import { hasFactor, refuseOwnReset } from '../../domain/factor/second-factor.ts';
import { RESET_FACTORS } from '../../domain/person/person-requests.ts';
import { type Opening, openingBy } from '../../domain/record/tie.ts';
import type { Requester } from '../../domain/record/trade.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { lockPerson, selectPerson } from '../../store/access/people.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { openEnrolmentLink, saveEnrolmentLink } from '../../store/factor/enrolment-links.ts';
import { readFactors, saveSecondFactors } from '../../store/factor/factors.ts';
import { deletePasskeys } from '../../store/factor/passkeys.ts';
import { deleteRecoveryCodes } from '../../store/factor/recovery-codes.ts';
import { deleteTotpSecrets } from '../../store/factor/totp-secrets.ts';
import { endAccess } from '../access/end-access.ts';
import { linkSecret } from '../access/person-links.ts';
import { newSecret } from '../access/start-session.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { type FactorOwner, lockOwner, ownerActor } from './factor-owner.ts';
import { countedTry } from './factor-tries.ts';
import { type FactorsBody, readFactorsBody } from './factor-views.ts';

const LINK_LIFE_MS = 24 * 3_600_000;

export type ResetFactorsBody = {
  person_id: string;
  removed: { totp: boolean; passkeys: number };
  sessions_ended: number;
  /** Shown only now; the person's password is needed besides. */
  url: string;
  expires_at: string;
};

export async function listFactors(app: App, id: string): Promise<FactorsBody | Refusal> {
  const person_id = parseUuid(id);
  if (person_id === null) return refuseUnknown();
  const { db, cipher } = app.store;
  const person = await selectPerson(db, cipher, person_id);
  return person === null ? refuseUnknown() : await readFactorsBody(app, db, person_id);
}

export async function listOwnFactors(
  app: App,
  { person_id }: Pick<FactorOwner, 'person_id'>,
): Promise<FactorsBody> {
  return await readFactorsBody(app, app.store.db, person_id);
}

export async function resetFactors(
  app: App,
  caller: OperatorCaller,
  { id, raw }: { id: string; raw: RawFields },
): Promise<ResetFactorsBody | Refusal> {
  const given = readRequest(RESET_FACTORS, raw);
  if (isRefusal(given)) return given;
  const { reason } = given;
  const person_id = parseUuid(id);
  if (person_id === null) return refuseUnknown();
  const refused = refuseOwnReset(person_id, caller.person_id);
  if (refused !== null) return refused;
  const actor = operatorActor(caller);
  const done = await app.store.db.transaction((tx) =>
    resetIn(app, tx, { person_id, reason, actor, opening: openingBy('factors_removed', caller) }),
  );
  if (!isRefusal(done)) await app.settings.refresh();
  return done;
}

type Reset = { person_id: string; reason: string; actor: Requester; opening: Opening };

async function resetIn(
  app: Pick<App, 'public_url' | 'store'>,
  tx: Queryable,
  { person_id, reason, actor, opening }: Reset,
): Promise<ResetFactorsBody | Refusal> {
  const locked = await lockPerson(tx, app.store.cipher, person_id);
  if (locked === null) return refuseUnknown();
  const had = await readFactors(tx, person_id);
  const totp = await deleteTotpSecrets(tx, person_id);
  const passkeys = await deletePasskeys(tx, person_id);
  await deleteRecoveryCodes(tx, person_id);
  await saveSecondFactors(tx, person_id, []);
  const secret = newSecret();
  const link = { person_id, link_hash: sha256Hex(secret), life_ms: LINK_LIFE_MS };
  const expires_at = await saveEnrolmentLink(tx, link, opening);
  const { sessions_ended } = await endAccess(tx, person_id);
  const removed = { totp, passkeys };
  const detail = { reason, removed, had_factor: hasFactor(had), sessions_ended };
  await auditIn(tx, actor, 'factors_reset', `people/${person_id}`, detail);
  // Behind `#`, which browsers send to no server, so that no log has it.
  const url = `${app.public_url}/console/enrol#${secret}`;
  return { person_id, removed, sessions_ended, url, expires_at: iso(expires_at) };
}

export type OpenedLinkBody = { outcome: 'enrolment_open' };

/** In a session that has the right password: from now on it may set up the first factor. */
export async function openLink(
  app: App,
  owner: FactorOwner,
  raw: RawFields,
): Promise<OpenedLinkBody | Refusal> {
  const given = readRequest(OPEN_ENROLMENT_LINK, raw);
  if (isRefusal(given)) return given;
  const { person_id, session_id, origin } = owner;
  return await countedTry(app, { person_id, address: origin.address }, () =>
    app.store.db.transaction(async (tx) => {
      const locked = await lockOwner(tx, owner);
      if (isRefusal(locked) && locked.code !== 'enrolment_link_needed') return locked;
      const open = { person_id, link_hash: sha256Hex(linkSecret(given.link)), session_id };
      if (!(await openEnrolmentLink(tx, open))) {
        return refuse('second_factor_wrong', 'The link is unknown, was used, or has expired.');
      }
      await auditIn(tx, ownerActor(owner), 'enrolment_link_opened', `people/${person_id}`, {});
      return { outcome: 'enrolment_open' } as const;
    }),
  );
}
