// Ties between people: owners see them, and an owner tied to neither says that two are two.

import { refuseUntie } from '../../domain/approval/ties.ts';
import type { SignInWay } from '../../domain/record/tie.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { lockPeople, readPersonNames, selectPerson } from '../../store/access/people.ts';
import { endTies, readTies, type StoredTie, selectTiesOf } from '../../store/approval/ties.ts';
import { now } from '../../store/batch/store.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { identityOf } from '../request/identity.ts';
import { iso } from '../request/views.ts';
import { type Gate, gatedChange } from '../setting/gated-change.ts';
import { refuseUntieFromToken } from './gate-role.ts';

const REASON_MAX = 500;

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
  const { db, cipher } = app.store;
  const ties = await selectTiesOf(db, person_id);
  const others = ties.map((tie) => otherOf(person_id, tie)).filter((id) => id !== null);
  const names = await readPersonNames(db, cipher, others);
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
  if (person_id === null) return notFound();
  const person = await selectPerson(app.store.db, app.store.cipher, person_id);
  return person === null ? notFound() : await tiesShown(app, person_id);
}

type Asked = { person_id: string; other: string | null; reason: string };

function readUntie(person_id: string, raw: RawFields): Asked | Refusal {
  const reader = readFields(raw, ['from_person_id', 'reason']);
  const given = reader.raw('from_person_id');
  if (given === undefined) reader.wrong('from_person_id', 'required', 'is required, or null');
  const other = given === null || given === undefined ? null : reader.uuid('from_person_id');
  const reason = reader.text('reason', REASON_MAX);
  return reader.refusal() ?? { person_id, other, reason };
}

/** One person’s word is enough between two people, but not about a token of nobody. */
async function untieIn(
  app: App,
  operator: OperatorCaller,
  { tx, gate }: { tx: Queryable; gate: Gate },
  { person_id, other, reason }: Asked,
): Promise<null | Refusal> {
  // Ways are opened under these locks, so no tie is made meanwhile.
  const ids = other === null ? [person_id] : [person_id, other];
  const locked = await lockPeople(tx, app.store.cipher, ids);
  const person = locked.get(person_id);
  if (person === undefined || locked.size < ids.length) return notFound();
  const ties = await readTies(tx);
  const refused = refuseUntie({ caller: identityOf(operator), person_id, other, ties });
  if (refused !== null) return refused;
  const needed = other === null ? await refuseUntieFromToken(gate, person) : null;
  if (needed !== null) return needed;
  const by = operator.person_id ?? '';
  await endTies(tx, { person_id, other }, { by, at: await now(app.store, tx) });
  const detail = { reason, before: { tied_to: other ?? 'nobody' }, after: { tied_to: null } };
  await auditIn(tx, operatorActor(operator), 'people_untied', `people/${person_id}`, detail);
  return null;
}

/** The caller says that the two are two humans; later ways to sign in tie them again. */
export async function untiePeople(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<{ data: TieBody[] } | Refusal> {
  const person_id = parseUuid(id);
  if (person_id === null) return notFound();
  const asked = readUntie(person_id, raw);
  if (isRefusal(asked)) return asked;
  const done = await gatedChange(app, operator, (tx, gate) =>
    untieIn(app, operator, { tx, gate }, asked),
  );
  return done ?? (await tiesShown(app, person_id));
}
