// Removes all second factors of a person who lost them, and makes the one-time link by which that
// person sets up new ones.

import { OPEN_ENROLMENT_LINK } from '../../domain/factor/factor-requests.ts';
import { RESET_FACTORS } from '../../domain/person/person-requests.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectPerson } from '../../store/access/people.ts';
import { openEnrolmentLink } from '../../store/factor/enrolment-links.ts';
import { linkSecret } from '../access/person-links.ts';
import { newSecret } from '../access/start-session.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { auditIn } from '../request/audit.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { changeAndTell } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { type FactorOwner, lockOwner, ownerActor } from './factor-owner.ts';
import { countedTry } from './factor-tries.ts';
import { type FactorsBody, readFactorsBody } from './factor-views.ts';

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
  const person_id = parseUuid(id);
  if (person_id === null) return refuseUnknown();
  const secret = newSecret();
  // Behind `#`, which browsers send to no server, so that no log has it.
  const url = `${app.public_url}/console/enrol#${secret}`;
  const request = { person_id, ...given, link: { url, link_hash: sha256Hex(secret) } };
  const done = await changeAndTell(app, caller, SETTINGS_ACTS.reset_factors, request);
  if (isRefusal(done)) return done;
  const { removed, link } = done.saved;
  const sessions_ended = done.told?.sessions_ended ?? 0;
  return { person_id, removed, sessions_ended, url, expires_at: iso(link.expires_at) };
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
