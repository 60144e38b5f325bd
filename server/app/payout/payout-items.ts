// The result for each of the pay-outs that a request names.

import type { PayoutItem } from '../../domain/payout/payout-requests.ts';
import { shownOrderId, type TradeKey } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readTrades } from '../../store/trade/trades.ts';
import type { DecidedItem, ItemResult } from '../approval/item-result.ts';
import type { App } from '../process/app.ts';
import { isAboutChange } from '../request/about-change.ts';
import { lastChanges, type TradeChange } from '../request/trade-change.ts';

/** The result for one of many; if nothing was done, `code` and `detail` say why. */
export type PayoutOutcome = {
  merchant_id: string;
  id: string;
  /** Null if there is no such pay-out. */
  order_id: string | null;
  state: string | null;
  code: string | null;
  detail: string | null;
  /** The proposal that waits for a second person. */
  proposal_id: string | null;
  /** Who changed it last, if that may be why it was refused. */
  changed_by: string | null;
  changed_at: string | null;
};

type Decided = DecidedItem<PayoutItem, { state: string }>;

/**
 * What became of a pay-out; `changed`: who changed it last, if that may be why it was refused.
 */
export type PayoutResult = Decided & { order_id: string | null; changed: TradeChange | null };

/** One text per pay-out, because its result has no list of fields. */
function textOf({ detail, errors = [] }: Refusal): string {
  return [detail, ...errors.map(({ field, message }) => `${field}: ${message}.`)].join(' ');
}

export function payoutOutcome(
  { item, order_id, changed }: Omit<PayoutResult, 'answer'>,
  result: ItemResult<{ state: string }>,
): PayoutOutcome {
  const { merchant_id, id } = item;
  const none = {
    ...{ merchant_id, id, order_id, state: null, code: null, detail: null, proposal_id: null },
    ...{ changed_by: null, changed_at: null },
  };
  switch (result.kind) {
    case 'done':
      return { ...none, state: result.done.state };
    case 'waiting': {
      const { proposal_id } = result;
      const detail = 'A second person has to approve this.';
      return { ...none, code: 'approval_required', detail, proposal_id };
    }
    case 'refused': {
      const { refusal } = result;
      const by = changed === null ? {} : { changed_by: changed.by, changed_at: changed.at };
      return { ...none, code: refusal.code, detail: textOf(refusal), ...by };
    }
  }
}

/** The merchants' own ids of these trades, by the trade's id. */
export async function orderIdsOf(
  app: App,
  keys: readonly TradeKey[],
): Promise<ReadonlyMap<string, string>> {
  const trades = await readTrades(app.store.db, app.store.cipher, keys);
  return new Map(trades.map((trade) => [trade.trade_id, shownOrderId(trade)]));
}

const keyOf = ({ item: { merchant_id, id: trade_id } }: Decided): TradeKey => ({
  merchant_id,
  trade_id,
});

const isAbout = ({ answer }: Decided) => isRefusal(answer) && isAboutChange(answer.code);

/**
 * Each with the order that it is about; those that were refused because somebody else may have
 * changed them say who it was.
 */
export async function tellable(app: App, results: readonly Decided[]): Promise<PayoutResult[]> {
  const [changes, orders] = await Promise.all([
    lastChanges(app, results.filter(isAbout).map(keyOf)),
    orderIdsOf(app, results.map(keyOf)),
  ]);
  return results.map((result) => {
    const { id } = result.item;
    const change = isAbout(result) ? changes.get(id) : undefined;
    return { ...result, order_id: orders.get(id) ?? null, changed: change ?? null };
  });
}
