// Tells a caller who they are and which rights they have, so that a page shows only what works.
import { missingRight, RIGHTS, type Right } from '../../domain/access/rights.ts';
import { selectPerson } from '../../store/access/people.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { isoOrNull } from '../request/views.ts';
import { csrfToken } from './start-session.ts';

export async function whoAmI(app: App, operator: OperatorCaller, secret: string | null) {
  const { person_id, operator_token_id, session_id, name, role, merchant_id } = operator;
  const { db, cipher } = app.store;
  const person = person_id === null ? null : await selectPerson(db, cipher, person_id);
  return {
    person_id,
    operator_token_id,
    session_id,
    name,
    email: person?.email ?? null,
    role,
    merchant_id,
    rights: (Object.keys(RIGHTS) as Right[]).filter((one) => missingRight(operator, one) === null),
    confirmed_at: isoOrNull(operator.confirmed_at),
    csrf_token: secret === null ? null : csrfToken(secret),
    mode: app.mode,
    house: new URL(app.public_url).host,
  };
}

export type WhoAmIBody = Awaited<ReturnType<typeof whoAmI>>;
