// The maker of a proposal as the caller of the request that is carried out: with the rights that
// they have by now.
import { ownTokenRights } from '../../domain/operator-token/change-own-token.ts';
import type { Approval } from '../../domain/record/proposal.ts';
import { type OperatorToken, readOperatorTokens } from '../../store/access/operator-tokens.ts';
import { readOwnToken } from '../../store/access/own-tokens.ts';
import { selectPerson } from '../../store/access/people.ts';
import type { ProposalRecord } from '../../store/approval/proposals.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { confirmationPlace } from '../request/confirmation-place.ts';

type Known = Pick<OperatorCaller, 'name' | 'role' | 'merchant_id' | 'scopes' | 'is_for_nobody'>;

async function personOf(app: App, person_id: string): Promise<Known | null> {
  const person = await selectPerson(app.people.db, app.people.cipher, person_id);
  if (person === null || person.state !== 'active') return null;
  const { name, role, merchant_id } = person;
  return { name, role, merchant_id, scopes: null };
}

async function tokenOf(app: App, id: string): Promise<Known | null> {
  const { db } = app.people;
  const known_tokens = await readOperatorTokens(db, app.mode);
  const found = known_tokens.find((token) => token.operator_token_id === id);
  if (found === undefined) return null;
  if (found.is_own) return await ownTokenOf(app, found);
  const { name, role, merchant_id, scopes, person_id } = found;
  const known = { name, role, merchant_id, scopes };
  return person_id === null ? { ...known, is_for_nobody: true } : known;
}

/** As a request by the token would be judged now; whoever approves has confirmed the act. */
async function ownTokenOf(
  app: App,
  { operator_token_id: id, name }: Pick<OperatorToken, 'operator_token_id' | 'name'>,
): Promise<Known | null> {
  const state = await readOwnToken(app.people.db, id, confirmationPlace(app, id, ''));
  const rights = state === null ? null : ownTokenRights(state, app.settings.now());
  if (rights === null) return null;
  const { role, merchant_id, scopes } = rights;
  return { name, role, merchant_id, scopes };
}

/** Null if the person or token may do nothing any more. */
export async function makerOf(
  app: App,
  record: ProposalRecord,
  approval: Approval,
): Promise<OperatorCaller | null> {
  const { maker_person_id, maker_token_id, maker_session_id } = record;
  const token = maker_token_id === null ? null : await tokenOf(app, maker_token_id);
  if (maker_token_id !== null && token === null) return null;
  const person = maker_person_id === null ? null : await personOf(app, maker_person_id);
  if (maker_person_id !== null && person === null) return null;
  const known = token ?? person;
  if (known === null) return null;
  return {
    ...known,
    person_id: maker_person_id,
    operator_token_id: maker_token_id,
    session_id: maker_session_id,
    confirmed_at: null,
    origin: null,
    approval,
  };
}
