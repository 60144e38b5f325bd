// Ties between people: owners see them, and an owner tied to neither says that two are two.

import { UNTIE_PEOPLE } from '../../domain/person/person-requests.ts';
import type { SignInWay } from '../../domain/record/tie.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { selectPerson } from '../../store/access/people.ts';
import { type StoredTie, selectTiesOf } from '../../store/approval/ties.ts';
import type { App } from '../process/app.ts';
import { namesOfActors } from '../request/actor-names.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export type TieBody = {
  /** The other of the two; null: a token that belongs to nobody. */
  person_id: string | null;
  name: string | null;
  /** What the other one opened for this person, or this person for the other one. */
  way: SignInWay;
  opened_by_other: boolean;
  made_at: string;
};

const otherOf = (person_id: string, tie: StoredTie): string | null =>
  tie.person_id === person_id ? tie.tied_to : tie.person_id;

async function tiesShown(app: App, person_id: string): Promise<{ data: TieBody[] }> {
  const ties = await selectTiesOf(app.store.db, person_id);
  const others = ties.map((tie) => otherOf(person_id, tie));
  const names = await namesOfActors(app, others);
  return {
    data: ties.map((tie) => {
      const other = otherOf(person_id, tie);
      return {
        person_id: other,
        name: names.get(other ?? '') ?? null,
        way: tie.way,
        opened_by_other: tie.person_id === person_id,
        made_at: iso(tie.made_at),
      };
    }),
  };
}

export async function listTies(app: App, id: string): Promise<{ data: TieBody[] } | Refusal> {
  const person_id = parseUuid(id);
  if (person_id === null) return refuseUnknown();
  const person = await selectPerson(app.store.db, app.store.cipher, person_id);
  return person === null ? refuseUnknown() : await tiesShown(app, person_id);
}

/** The caller says that the two are two humans; later ways to sign in tie them again. */
export async function untiePeople(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<{ data: TieBody[] } | Refusal> {
  const person_id = parseUuid(id);
  if (person_id === null) return refuseUnknown();
  const asked = readRequest(UNTIE_PEOPLE, raw);
  if (isRefusal(asked)) return asked;
  const request = { person_id, other: asked.from_person_id, reason: asked.reason };
  const done = await changeSetting(app, operator, SETTINGS_ACTS.untie_people, request);
  return isRefusal(done) ? done : await tiesShown(app, person_id);
}
