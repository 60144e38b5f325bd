// Acts on the selected trades, one by one: the service says of each why it is not possible.
import { call } from '../../api/client.ts';
import type { Trade } from '../../api/schema.gen.ts';
import { MassEach } from '../../parts/mass/mass-each.tsx';
import { orderName } from '../../parts/names/order-name.ts';
import { useSession } from '../../session/session.tsx';
import { TRADE_ACT_TEXTS } from '../../texts/trade-words.ts';

/** The right that each needs, as the service has them; it decides, this only hides. */
const ACTS = [
  { act: 'take', operation: 'takeTrade', right: 'payouts.pay' },
  { act: 'release', operation: 'releaseTrade', right: 'payouts.pay' },
  { act: 'cancel', operation: 'cancelTrade', right: 'trades.decide' },
  { act: 'fail', operation: 'failTrade', right: 'trades.decide', is_dangerous: true },
] as const;

const moneyOf = ({ amount_cents, amount_currency: currency }: Trade) => ({
  amount_cents,
  currency,
});

/** Whether anything here is for this person. */
export function useMayAct(): boolean {
  const { can } = useSession();
  return ACTS.some(({ right }) => can(right));
}

export function TradeMassActs({ rows }: { rows: readonly Trade[] }) {
  const { can } = useSession();
  return ACTS.filter(({ right }) => can(right)).map((one) => {
    const { label, what, reasons } = TRADE_ACT_TEXTS[one.act];
    return (
      <MassEach
        key={one.act}
        label={label}
        what={what}
        reasons={reasons}
        rows={rows}
        moneyOf={moneyOf}
        nameOf={({ order_id }) => orderName(order_id)}
        {...('is_dangerous' in one ? { is_dangerous: true as const } : {})}
        act={({ merchant_id, id, sequence }, note, idempotency_key) =>
          call(one.operation, {
            path: { merchant_id, id },
            body: { note, expected_sequence: sequence },
            idempotency_key,
          })
        }
      />
    );
  });
}
