// The way to a trade from wherever it is named.
import { AnchorLink } from './links.tsx';

type Props = { merchant_id: string | null; trade_id: string | null; name: string };

export function TradeLink({ merchant_id, trade_id, name }: Props) {
  if (merchant_id === null || trade_id === null) return null;
  return (
    <AnchorLink to="/trades/$merchant_id/$id" params={{ merchant_id, id: trade_id }}>
      {name}
    </AnchorLink>
  );
}
