// The way to a customer's page from wherever an order names them. The merchant's own name for them
// may be any text, so it stands in the query of the address.
import { AnchorLink } from './links.tsx';

type Props = { readonly merchant_id: string; readonly client_id: string };

export function CustomerLink({ merchant_id, client_id }: Props) {
  return (
    <AnchorLink to="/trades/customer" search={{ merchant_id, client_id }}>
      {client_id}
    </AnchorLink>
  );
}
