// What a proposal is about, as the way there if the console has a page for it.
import { Text } from '@mantine/core';
import { AnchorLink } from '../../parts/links.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';

const SHORT = 8;

/** Ids are recognised by their ends: those of one minute begin alike. */
const short = (id: string) => `…${id.slice(-SHORT)}`;

type Place = { readonly to: string; readonly name: string };

function placeOf(kind: string, id: string | undefined): Place | null {
  switch (kind) {
    case 'merchants':
      return id === undefined ? null : { to: `/merchants/${id}`, name: short(id) };
    case 'settlements':
      return { to: '/settlements', name: id === undefined ? kind : short(id) };
    case 'bank_lines':
      return id === undefined ? null : { to: `/bank/lines/${id}`, name: short(id) };
    case 'receiving_accounts':
      return { to: '/accounts', name: id === undefined ? '' : short(id) };
    default:
      return null;
  }
}

/** `trades/MERCHANT/TRADE`, `merchants/ID`, `rates` … */
export function Target({ target }: { target: string }) {
  const [kind = '', first, second] = target.split('/');
  if (kind === 'trades' && first !== undefined && second !== undefined) {
    return <TradeLink merchant_id={first} trade_id={second} name={`trade ${short(second)}`} />;
  }
  const words = kind.replaceAll('_', ' ').replace(/s$/, '');
  const place = placeOf(kind, second ?? first);
  if (place === null) return <Text size="sm">{words}</Text>;
  return (
    <AnchorLink to={place.to}>
      {words} {place.name}
    </AnchorLink>
  );
}
