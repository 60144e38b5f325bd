// Operators issue tokens for their programs, and new ones in place of old ones. A token is shown
// once, and belongs to whoever saw it.

import {
  ISSUE_OPERATOR_TOKEN,
  ROTATE_OPERATOR_TOKEN,
  scopesNamed,
} from '../../domain/operator-token/operator-token-requests.ts';
import type { KnownOperatorToken } from '../../domain/record/operator-token.ts';
import { beginReading, type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { checkMerchant } from '../access/people.ts';
import type { App } from '../process/app.ts';
import { newId, newRandom, sha256Hex } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { type OperatorTokenBody, operatorTokenBody, termsNamed } from './operator-token-views.ts';

const YEAR_MS = 365 * 86_400_000;

export type IssuedOperatorToken = OperatorTokenBody & { token: string };

export function newTokenText(): { text: string; token_hash: string } {
  const text = `op_${Buffer.from(newRandom(32)).toString('base64url')}`;
  return { text, token_hash: sha256Hex(text) };
}

async function readToken(
  app: App,
  { person_id }: OperatorCaller,
  raw: RawFields,
): Promise<KnownOperatorToken | Refusal> {
  const created_at = app.settings.now();
  const reading = beginReading(ISSUE_OPERATOR_TOKEN, raw, { now: created_at });
  await checkMerchant(app, reading, 'is not one of the merchants');
  const read = reading.result();
  if (isRefusal(read)) return read;
  const { name, role, merchant_id } = read;
  const listed = scopesNamed(read.scopes, role, reading);
  const scopes = listed === null ? null : [...new Set(listed)];
  const first = { allowed_ips: [], expires_at: created_at + YEAR_MS };
  const unused = { operator_token_id: newId(), last_used_at: null, revoked_at: null };
  const owned = { merchant_id, person_id, is_own: false, created_at };
  return { ...first, ...termsNamed(read), name, role, scopes, ...owned, ...unused };
}

export async function issueOperatorToken(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<IssuedOperatorToken | Refusal> {
  const token = await readToken(app, operator, raw);
  if (isRefusal(token)) return token;
  const { expires_at: asked_end } = raw.fields;
  const request = { token, asked_end, now: token.created_at, ...newTokenText() };
  const issued = await changeSetting(app, operator, SETTINGS_ACTS.issue_operator_token, request);
  if (isRefusal(issued)) return issued;
  return { ...(await operatorTokenBody(app, issued.token)), token: issued.text };
}

/** A new token with the same terms; the old one is accepted until the overlap ends. */
export async function rotateOperatorToken(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<IssuedOperatorToken | Refusal> {
  const operator_token_id = parseUuid(id);
  if (operator_token_id === null) return refuseUnknown();
  const asked = readRequest(ROTATE_OPERATOR_TOKEN, raw);
  if (isRefusal(asked)) return asked;
  const { person_id } = operator;
  const named = { operator_token_id, new_token_id: newId(), person_id, ...asked };
  const request = { ...named, now: app.settings.now(), ...newTokenText() };
  const rotated = await changeSetting(app, operator, SETTINGS_ACTS.rotate_operator_token, request);
  if (isRefusal(rotated)) return rotated;
  return { ...(await operatorTokenBody(app, rotated.token)), token: rotated.text };
}
