// The way to a trade from wherever it is named.
import { readOf } from '../api/keys.ts';
import { useRead } from '../api/use-read.ts';
import { useSession } from '../session/session.tsx';
import { AnchorLink } from './links.tsx';
import { orderName } from './names/order-name.ts';
import { shortId } from './names/short-id.ts';

type Of = { merchant_id: string | null; trade_id: string | null };
/** Null: of the trade only the id is known. */
type Props = Of & { name: string | null };

export function TradeLink({ merchant_id, trade_id, name }: Props) {
  if (merchant_id === null || trade_id === null) return null;
  return (
    <AnchorLink to="/trades/$merchant_id/$id" params={{ merchant_id, id: trade_id }}>
      <bdi>{name === null ? shortId(trade_id) : orderName(name)}</bdi>
    </AnchorLink>
  );
}

/** By the merchant's id of the order, which is read: not for rows of a list. */
export function OrderLink({ merchant_id, trade_id }: Of) {
  const { can } = useSession();
  const path = { merchant_id: merchant_id ?? '', id: trade_id ?? '' };
  const { data } = useRead({
    ...readOf('getTrade', { path }),
    enabled: merchant_id !== null && trade_id !== null && can('trades.read'),
  });
  const name = data?.trade.order_id ?? null;
  return <TradeLink merchant_id={merchant_id} trade_id={trade_id} name={name} />;
}
