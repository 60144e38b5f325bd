// A customer contests a pay-in that is over, and writes about one that is contested.
import { refusePageAct } from '../../domain/page/page-acts.ts';
import type { PageView } from '../../domain/page/page-view.ts';
import { MESSAGE_MAX_LENGTH } from '../../domain/record/dispute-message.ts';
import { type Dispute, type DisputeType, isBinding } from '../../domain/record/dispute-record.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readDisputesOf } from '../../store/dispute/disputes.ts';
import { openCommand } from '../dispute/open-dispute.ts';
import { disputeTarget, stepCommand, submitDispute } from '../dispute/submit-dispute.ts';
import type { App } from '../process/app.ts';
import { idFrom } from '../process/ids.ts';
import { CUSTOMER } from '../request/caller.ts';
import { pageViewOf, tradeOfPage } from './open-page.ts';

/** Why a customer's words were not taken. */
export type WordsProblem = { kind: 'words'; why: 'empty' | 'too_long' };

function wordsOf(text: string): string | WordsProblem {
  const words = text.trim();
  if (words === '') return { kind: 'words', why: 'empty' };
  return words.length > MESSAGE_MAX_LENGTH ? { kind: 'words', why: 'too_long' } : words;
}

/** The customer does not have to know our types. */
const typeOf = ({ state }: Trade): DisputeType =>
  state === 'canceled' ? 'paid_after_cancel' : 'paid_not_credited';

/** The same words right after each other are one message. */
async function say(app: App, dispute: Dispute, text: string): Promise<Refusal | null> {
  const message_id = idFrom(`dispute message/customer/${dispute.dispute_id}/${text}`);
  const step = { act: 'message', message_id, text, visibility: 'shared', file: null } as const;
  const detail = { visibility: step.visibility };
  const audit = {
    action: 'dispute_message_sent' as const,
    target: disputeTarget(dispute),
    detail,
  };
  const command = stepCommand(dispute, step, { actor: CUSTOMER, note: null, audit });
  const sent = await submitDispute(app, command);
  return isRefusal(sent) ? sent : null;
}

async function viewAfter(app: App, token: string): Promise<PageView | Refusal> {
  const trade = await tradeOfPage(app, token);
  return isRefusal(trade) ? trade : await pageViewOf(app, trade);
}

/** Contests the whole pay-in: the customer knows what they paid, people find out the rest. */
export async function pageOpenDispute(
  app: App,
  token: string,
  text: string,
): Promise<PageView | Refusal | WordsProblem> {
  const trade = await tradeOfPage(app, token);
  if (isRefusal(trade)) return trade;
  const refused = refusePageAct(trade, 'open_dispute');
  if (refused !== null) return refused;
  const words = wordsOf(text);
  if (typeof words !== 'string') return words;
  const { merchant_id, trade_id } = trade;
  const on = { actor: CUSTOMER, merchant_id, trade_id, key: trade_id, note: null };
  const terms = { type: typeOf(trade), amount_cents: null };
  const opened = await submitDispute(app, openCommand({ ...on, terms }));
  if (isRefusal(opened)) return opened;
  return (await say(app, opened.dispute, words)) ?? (await viewAfter(app, token));
}

const bindingOf = (disputes: readonly Dispute[]) => disputes.find(isBinding);

export async function pageSendMessage(
  app: App,
  token: string,
  text: string,
): Promise<PageView | Refusal | WordsProblem> {
  const trade = await tradeOfPage(app, token);
  if (isRefusal(trade)) return trade;
  const refused = refusePageAct(trade, 'send_message');
  if (refused !== null) return refused;
  const words = wordsOf(text);
  if (typeof words !== 'string') return words;
  const dispute = bindingOf(await readDisputesOf(app.store.db, [trade]));
  if (dispute === undefined) throw new Error(`Trade ${trade.trade_id} has no open dispute`);
  return (await say(app, dispute, words)) ?? (await viewAfter(app, token));
}
