// A page that stays open: it receives each change of its trade, in order.
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import type { TradeMoment } from '../process/live-trades.ts';
import { readPageToken } from '../process/page-address.ts';
import { tradeOfPage } from './open-page.ts';

export type PageWatch = {
  /** The trade as it is now. */
  moment(): TradeMoment;
  end(): void;
};

/**
 * Calls `changed` after each change from now on, also of the sandbox's clock; the same refusal
 * for every wrong address.
 */
export async function watchPage(
  app: App,
  token: string,
  changed: () => void,
): Promise<PageWatch | Refusal> {
  const key = readPageToken(token);
  if (key === null) return refuseUnknown();
  let latest: TradeMoment | null = null;
  let is_open = false;
  const take = (moment: TradeMoment) => {
    if (latest !== null && latest.sequence >= moment.sequence) return;
    const { merchant_id, trade_id, state, sequence, expires_at } = moment;
    // Not the whole trade, because a page may stay open for long.
    latest = { merchant_id, trade_id, state, sequence, expires_at };
    if (is_open) changed();
  };
  const again = () => {
    if (is_open) changed();
  };
  const of_page = { merchant_id: key.merchant_id, trade_id: key.trade_id };
  const end = app.live.watch(of_page, take, again);
  try {
    const trade = await tradeOfPage(app, token);
    if (isRefusal(trade)) {
      end();
      return trade;
    }
    take(trade);
    is_open = true;
    return { moment: () => latest ?? trade, end };
  } catch (error) {
    end();
    throw error;
  }
}
