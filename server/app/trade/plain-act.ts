// An act on a trade without further fields: what timers, customers and merchants do.
import type { ActOnTrade, TradeAct } from '../../domain/batch/command.ts';

export function plainAct(
  act: TradeAct,
  on: Pick<ActOnTrade, 'command_id' | 'actor' | 'merchant_id' | 'trade_id' | 'may_return'>,
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
