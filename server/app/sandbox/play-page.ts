// The sandbox's panel on the payment page: whoever sees the page plays the bank.
import type { PageView } from '../../domain/page/page-view.ts';
import { type PanelAct, panelAct } from '../../domain/sandbox/sandbox-acts.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { typedAmount } from '../../domain/values/typed-amount.ts';
import { pageViewOf, tradeOfPage } from '../page/open-page.ts';
import type { App } from '../process/app.ts';
import { exponentOf } from '../request/views.ts';
import { tradeById } from '../trade/find-trade.ts';
import { playOrder } from './play-order.ts';

export type PlayProblem = { why: 'amount' };

async function play(
  app: App,
  token: string,
  act: PanelAct,
  typed: string | null,
): Promise<PageView | Refusal | PlayProblem> {
  const trade = await tradeOfPage(app, token);
  if (isRefusal(trade)) return trade;
  const amount = typed === null ? null : typedAmount(typed, exponentOf(trade.currency));
  if (typed !== null && amount === null) return { why: 'amount' };
  const refused = await playOrder(app, trade, act, amount);
  if (refused !== null) return refused;
  const { merchant_id, trade_id } = trade;
  return await pageViewOf(app, (await tradeById(app, merchant_id, trade_id)) ?? trade);
}

export async function playOnPage(app: App, token: string, act: string) {
  const known = panelAct(act);
  return known === null ? refuseUnknown() : await play(app, token, known, null);
}

/** `typed`: the amount as it was typed, in units of the currency. */
export async function payOnPage(app: App, token: string, typed: string) {
  return await play(app, token, 'pay', typed);
}
