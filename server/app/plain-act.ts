// An act on a trade with nothing more to say: what timers, customers and merchants do.
import type { ActOnTrade, TradeAct } from '../domain/command.ts';
import type { Actor } from '../domain/trade.ts';

export function plainAct(
  act: TradeAct,
  on: { command_id: string; actor: Actor; merchant_id: string; trade_id: string },
): ActOnTrade {
  return {
    ...on,
    kind: 'act',
    act,
    reason: null,
    note: null,
    utr: null,
    amount_cents: null,
    outcome: null,
  };
}
