// A person changes the own password with the old one.

import { passwordProblem } from '../../domain/access/password.ts';
import { CHANGE_OWN_PASSWORD } from '../../domain/access/sign-in-requests.ts';
import { OLD_PASSWORD_WRONG, wrongPassword } from '../../domain/person/set-password.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import {
  type Credentials,
  selectCredentialsById,
  selectPerson,
} from '../../store/access/people.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { changeAndTell } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { giveBackTry, passwordTargets, takeTry } from './sign-in-tries.ts';

export type ChangedPasswordBody = {
  outcome: 'password_changed';
  sessions_ended: number;
  tokens_ended: number;
};

/** Tries of the old password are counted like those of a sign-in. */
async function checkOld(
  app: App,
  operator: OperatorCaller,
  known: Credentials,
  old_password: string,
): Promise<Refusal | null> {
  const account = `person/${known.person_id}`;
  const targets = passwordTargets(account, operator.origin?.address ?? '');
  const tried = await takeTry(app, targets);
  if (isRefusal(tried)) return tried;
  const verified = await app.passwords.verify(old_password, known.password_hash);
  if (isRefusal(verified)) return verified;
  if (!verified.matches || tried.locked) return OLD_PASSWORD_WRONG;
  await giveBackTry(app, targets);
  return null;
}

/** Ends all other sessions, and the person's tokens with them. */
export async function changeOwnPassword(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<ChangedPasswordBody | Refusal> {
  const given = readRequest(CHANGE_OWN_PASSWORD, raw);
  if (isRefusal(given)) return given;
  const { old_password, password } = given;
  const { person_id, session_id } = operator;
  const { db, cipher } = app.store;
  if (person_id === null || session_id === null) return refuseUnknown();
  const person = await selectPerson(db, cipher, person_id);
  const known = await selectCredentialsById(db, person_id);
  if (person === null || known === null) return refuseUnknown();
  const refused = await checkOld(app, operator, known, old_password);
  if (refused !== null) return refused;
  const problem = passwordProblem(password, person);
  if (problem !== null) return wrongPassword('password', problem);
  const password_hash = await app.passwords.hash(password);
  if (isRefusal(password_hash)) return password_hash;
  const old_hash = known.password_hash;
  const request = { person_id, password_hash, old_hash, session_id };
  const { change_own_password } = SETTINGS_ACTS;
  const changed = await changeAndTell(app, operator, change_own_password, request);
  if (isRefusal(changed)) return changed;
  const { sessions_ended = 0, tokens_ended = 0 } = changed.told ?? {};
  return { outcome: 'password_changed', sessions_ended, tokens_ended };
}
