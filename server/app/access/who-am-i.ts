// Tells a caller who they are and which rights they have, so that a page shows only what works.
import { RIGHTS, rightsOf } from '../../domain/access/rights.ts';
import { RIGHT_SCOPES } from '../../domain/access/roles.ts';
import { selectPerson } from '../../store/access/people.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { isoOrNull } from '../request/views.ts';
import { csrfToken } from './start-session.ts';

export async function whoAmI(app: App, operator: OperatorCaller, secret: string | null) {
  const { person_id, operator_token_id, session_id, name, role, merchant_id } = operator;
  const { db, cipher } = app.store;
  const person = person_id === null ? null : await selectPerson(db, cipher, person_id);
  const rights = rightsOf(operator);
  const scopes = new Set(rights.map((right) => RIGHTS[right].scope));
  return {
    person_id,
    operator_token_id,
    session_id,
    is_own_token: operator.is_own_token === true,
    name,
    email: person?.email ?? null,
    role,
    merchant_id,
    rights,
    scopes: RIGHT_SCOPES.filter((scope) => scopes.has(scope)),
    confirmed_at: isoOrNull(operator.confirmed_at),
    csrf_token: secret === null ? null : csrfToken(secret),
    mode: app.mode,
    house: new URL(app.public_url).host,
  };
}

export type WhoAmIBody = Awaited<ReturnType<typeof whoAmI>>;
