// The currencies that new orders may have, and the exchange rates.
import { AnchorLink } from '../../parts/links.tsx';
import { useSession } from '../../session/session.tsx';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import { Currencies } from './currencies.tsx';
import { Rates } from './rates.tsx';

export function Money() {
  const { can } = useSession();
  const may_change = can('rates.change');
  return (
    <>
      <Currencies may_change={may_change} />
      <Rates may_change={may_change} />
      {can('bank.read') ? <AnchorLink to="/bank">{SETTINGS_TEXTS.line_rules}</AnchorLink> : null}
    </>
  );
}
