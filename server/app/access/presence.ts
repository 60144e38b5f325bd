// People say what they look at, and are told who else does: so the second one asks before acting.

import { refuseLook } from '../../domain/access/rights.ts';
import { SHARE_PRESENCE } from '../../domain/person/person-requests.ts';
import { MOST_PRESENCES, PRESENCE_RIGHTS } from '../../domain/record/presence.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { PRESENCE_LIFE_MS } from '../../domain/service/timers.ts';
import {
  deletePresence,
  type Presence,
  readPresences,
  upsertPresence,
} from '../../store/access/presences.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso } from '../request/views.ts';

const presenceBody = ({ person_id, name, since_at }: Presence) => ({
  person_id,
  name,
  since: iso(since_at),
});

export type PresenceBody = ReturnType<typeof presenceBody>;

/** Only people in a session are listed; a token may read the list, and is not in it. */
export async function sharePresence(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<{ data: PresenceBody[] } | Refusal> {
  const given = readRequest(SHARE_PRESENCE, raw);
  if (isRefusal(given)) return given;
  const { leaving, ...subject } = given;
  const right = PRESENCE_RIGHTS[subject.subject_type];
  const refused = refuseLook(operator, right);
  if (refused !== null) return refused;
  const { db, cipher } = app.store;
  const { person_id } = operator;
  if (person_id !== null && operator.session_id !== null) {
    const bounds = { now: app.settings.now(), life_ms: PRESENCE_LIFE_MS, most: MOST_PRESENCES };
    await (leaving
      ? deletePresence(db, person_id, subject)
      : upsertPresence(db, person_id, subject, bounds));
  }
  const others = await readPresences(db, cipher, subject, person_id);
  return { data: others.map(presenceBody) };
}
