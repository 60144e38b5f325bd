// People with sessions and tokens of their own, for tests: without passwords, which take long.
import { authenticateOperator } from '../../../server/app/access/authenticate-operator.ts';
import { authenticateSession } from '../../../server/app/access/authenticate-session.ts';
import { startSession } from '../../../server/app/access/start-session.ts';
import { confirmSession } from '../../../server/app/factor/confirm-session.ts';
import { issueOwnToken } from '../../../server/app/operator-token/own-tokens.ts';
import type { App } from '../../../server/app/process/app.ts';
import type { OperatorCaller } from '../../../server/app/request/caller.ts';
import { accepted, raw } from '../../support/test-app.ts';

export const HERE = '203.0.113.9';

/** A session of this moment; the refusal if the person has none any more. */
export async function sessionOf(app: App, person_id: string) {
  const origin = { address: HERE, request_id: 'r', user_agent: undefined };
  const { secret } = await app.store.db.transaction((tx) =>
    startSession(tx, app.store.cipher, person_id, 'open', origin),
  );
  return await authenticateSession(app, { secret, address: HERE, request_id: 'r' });
}

export const issueOwn = async (
  app: App,
  caller: OperatorCaller,
  fields: Record<string, unknown> = {},
) => accepted(await issueOwnToken(app, caller, raw({ name: 'laptop', ...fields })));

/** A request by the token. */
export const byToken = (app: App, token: string, address = HERE) =>
  authenticateOperator(app, { authorization: `Bearer ${token}`, address, request_id: 'r' });

export const confirmBy = async (app: App, token: string, code: string, address = HERE) =>
  await confirmSession(app, accepted(await byToken(app, token, address)), raw({ code }));
