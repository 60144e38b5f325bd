// The locks of a person's decisions about lines that wait.
import { decideWaitingLine } from '../../../server/app/line/waiting-lines.ts';
import { makeWaitingLine } from '../../app/statement/waiting-line.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import { newAmount, type Stage } from './lock-stage.ts';

export async function decideWaitingLines({ app, accounts }: Stage): Promise<void> {
  const [account = ''] = accounts;
  for (const decision of ['same', 'other'] as const) {
    const id = await makeWaitingLine(app, account, 'INR', newAmount());
    accepted(await decideWaitingLine(app, OPERATOR, id, decision, raw({ note: 'test' })));
  }
}
