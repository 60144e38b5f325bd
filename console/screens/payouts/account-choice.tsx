// Which of our accounts pays: only those of the pay-outs' currency can.
import { useEffect } from 'react';
import { AccountPicker } from '../../parts/account/account-picker.tsx';
import { accountsToChoose, type FoundAccount } from '../../parts/account/receiving-account.tsx';
import { useFound } from '../../parts/list/use-found.ts';
import { PAYOUT_TEXTS as payouts } from '../../texts/payouts/payouts.ts';

type Props = {
  /** Of all pay-outs; null if they differ. */
  readonly currency: string | null;
  readonly value: string;
  readonly change: (id: string) => void;
  readonly is_required?: true;
};

export const payingName = ({ name, bank_name, number }: FoundAccount): string =>
  [name, bank_name, number].filter(Boolean).join(' · ');

/** No account has none: pay-outs of several currencies are paid by none. */
const NO_CURRENCY = '-';

export function AccountChoice({ currency, value, change, is_required }: Props) {
  const of_currency = currency ?? NO_CURRENCY;
  const [only, another] = useFound(accountsToChoose(of_currency), '').found;
  const sole = is_required === true && another === undefined ? only?.id : undefined;
  useEffect(() => {
    // There is nothing to choose.
    if (sole !== undefined && value === '') change(sole);
  }, [sole, value, change]);
  return (
    <AccountPicker
      label={payouts.account}
      description={payouts.account_what}
      empty={payouts.no_account}
      is_required={is_required === true}
      currency={of_currency}
      nameOf={payingName}
      value={value === '' ? null : value}
      change={(id) => change(id ?? '')}
    />
  );
}
