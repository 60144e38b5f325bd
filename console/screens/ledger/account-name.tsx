// The name of a ledger account, with receiving accounts and merchants by their names.
import { useReceivingAccounts } from '../../parts/receiving-accounts.ts';
import { useMerchantNames } from './book.tsx';

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function useAccountNames(): ReadonlyMap<string, string> {
  return new Map(
    useReceivingAccounts().map(({ id, name, number }) => [
      id,
      [name, number].filter(Boolean).join(' '),
    ]),
  );
}

/** The whole name, as filters and programs have it, is its title. */
export function AccountName({ account }: { account: string }) {
  const accounts = useAccountNames();
  const merchants = useMerchantNames();
  const shown = account.replace(
    ID,
    (id) => ` ${accounts.get(id) ?? merchants.get(id) ?? id.slice(0, 8)}`,
  );
  return (
    <span title={account} dir="ltr" style={{ overflowWrap: 'anywhere' }}>
      {shown}
    </span>
  );
}
