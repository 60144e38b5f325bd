// The person of a session that still lacks the second factor, by its cookie.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { findSession, noSession } from '../access/authenticate-session.ts';
import type { SignInOrigin } from '../access/start-session.ts';
import type { App } from '../process/app.ts';
import type { FactorOwner } from './factor-owner.ts';

export type HalfSession = { app: App; secret: string | null; origin: SignInOrigin };

async function halfOwner({ app, secret, origin }: HalfSession): Promise<FactorOwner | Refusal> {
  const found = secret === null ? null : await findSession(app, secret, 'second_factor');
  if (found === null) return noSession();
  const { person_id, session_id } = found;
  const { address, request_id } = origin;
  return {
    person_id,
    session_id,
    stage: 'second_factor',
    origin: { address, request_id, session_id, operator_token_id: null },
  };
}

export async function withHalfOwner<Value>(
  call: HalfSession,
  work: (owner: FactorOwner) => Promise<Value | Refusal>,
): Promise<Value | Refusal> {
  const owner = await halfOwner(call);
  return isRefusal(owner) ? owner : await work(owner);
}
