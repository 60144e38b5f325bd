// Which of our accounts pays: only those of the pay-outs' currency can. With several of them it is
// the one that paid the last batch, until somebody chooses another; a few stand side by side.
import { Radio, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
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

const MOST_LOOKED_AT = 50;
/** More are searched by name. */
const MOST_BESIDE = 5;

/** That of the newest batch in this currency. */
function useLastPaying(currency: string | null, is_asked: boolean): string | undefined {
  const { data } = useRead({
    ...readOf('listPayoutBatches', { query: { limit: MOST_LOOKED_AT } }),
    enabled: is_asked && currency !== null,
  });
  return data?.data.find((batch) => batch.currency === currency)?.receiving_account_id;
}

export function AccountChoice({ currency, value, change, is_required }: Props) {
  const of_currency = currency ?? NO_CURRENCY;
  const { found } = useFound(accountsToChoose(of_currency), '');
  const [only, another] = found;
  const last = useLastPaying(currency, is_required === true);
  const sole = another === undefined ? only?.id : undefined;
  const first = is_required === true ? (sole ?? last) : undefined;
  useEffect(() => {
    if (first !== undefined && value === '') change(first);
  }, [first, value, change]);
  const is_as_last = sole === undefined && value !== '' && value === last;
  const what = is_as_last ? payouts.account_as_last(of_currency) : payouts.account_what;
  const are_few = another !== undefined && found.length <= MOST_BESIDE;
  if (is_required === true && are_few) {
    return (
      <Radio.Group
        label={payouts.account}
        description={what}
        required
        value={value}
        onChange={change}
      >
        <Stack gap={6} mt={6}>
          {found.map((account) => (
            <Radio key={account.id} value={account.id} label={payingName(account)} />
          ))}
        </Stack>
      </Radio.Group>
    );
  }
  return (
    <AccountPicker
      label={payouts.account}
      description={what}
      empty={payouts.no_account}
      is_required={is_required === true}
      currency={of_currency}
      nameOf={payingName}
      value={value === '' ? null : value}
      change={(id) => change(id ?? '')}
    />
  );
}
