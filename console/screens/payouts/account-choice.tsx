// Which of our accounts pays: only those of the pay-outs' currency can.
import { NativeSelect } from '@mantine/core';
import { useEffect } from 'react';
import { useReceivingAccounts } from '../../parts/receiving-accounts.ts';
import { PAYOUT_TEXTS as payouts } from '../../texts/payouts/payouts.ts';

type Props = {
  /** Of all pay-outs; null if they differ. */
  readonly currency: string | null;
  readonly value: string;
  readonly change: (id: string) => void;
  readonly is_required?: true;
};

export function AccountChoice({ currency, value, change, is_required }: Props) {
  const fitting = useReceivingAccounts().filter((account) => account.currency === currency);
  const choices = fitting.map(({ id, name, number, bank_name }) => ({
    value: id,
    label: [name, bank_name, number].filter(Boolean).join(' · '),
  }));
  const [only, another] = choices;
  const sole = is_required === true && another === undefined ? only?.value : undefined;
  useEffect(() => {
    // There is nothing to choose.
    if (sole !== undefined && value === '') change(sole);
  }, [sole, value, change]);
  return (
    <NativeSelect
      label={payouts.account}
      description={payouts.account_what}
      required={is_required === true}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      data={[{ value: '', label: payouts.no_account }, ...choices]}
    />
  );
}
