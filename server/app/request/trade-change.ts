// Who changed a trade last: the second of two people is told, instead of only being refused.
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { type LastEvent, readLastEvents } from '../../store/callback/events.ts';
import type { App } from '../process/app.ts';
import { isAboutChange, tellLast } from './about-change.ts';
import { namesOfActors } from './actor-names.ts';
import { iso } from './views.ts';

export type TradeChange = { act: string; by: string; at: string };

const OTHERS = {
  merchant: 'the merchant',
  customer: 'the customer',
  feed: 'a bank feed',
  service: 'the service',
  operator: 'an operator',
} as const satisfies Record<LastEvent['actor']['role'], string>;

/** By the trade's id. */
export async function lastChanges(
  app: App,
  keys: readonly TradeKey[],
): Promise<ReadonlyMap<string, TradeChange>> {
  if (keys.length === 0) return new Map();
  const events = await readLastEvents(app.store.db, keys);
  const ids = events.map(({ actor: { role, id } }) => (role === 'operator' ? id : null));
  const names = await namesOfActors(app, ids);
  return new Map(
    events.map(({ trade_id, act, actor: { role, id }, at }) => {
      const by = (role === 'operator' ? names.get(id ?? '') : undefined) ?? OTHERS[role];
      return [trade_id, { act, by, at: iso(at) }];
    }),
  );
}

/** The refusal with the last change of the trade, if that may be its cause. */
export async function withLastChange(app: App, key: TradeKey, refusal: Refusal): Promise<Refusal> {
  if (!isAboutChange(refusal.code)) return refusal;
  const change = (await lastChanges(app, [key])).get(key.trade_id);
  if (change === undefined) return refusal;
  return tellLast(refusal, change);
}
