// Chooses a receiving account by its name, number, bank or currency; or several.
import { useState } from 'react';
import { Picker, SeveralPicker } from '../list/picker.tsx';
import {
  accountLabel,
  accountsToChoose,
  type FoundAccount,
  useReceivingAccount,
  useReceivingAccounts,
} from './receiving-account.tsx';

type Common = Pick<
  Parameters<typeof Picker<FoundAccount>>[0],
  'label' | 'description' | 'empty' | 'is_required' | 'size' | 'hides_label' | 'autofocus' | 'place'
> & {
  readonly nameOf?: (account: FoundAccount) => string;
  /** Only those that have it. */
  readonly currency?: string;
};

/** A name with its number and currency, on a phone as much as there is. */
const MIN_WIDTH = 'min(100%, 21rem)';

type OneProps = Common & {
  readonly value: string | null;
  readonly change: (id: string | null, account: FoundAccount | null) => void;
};

export function AccountPicker({ currency, change, nameOf = accountLabel, ...field }: OneProps) {
  const [chosen, choose] = useState<FoundAccount | null>(null);
  const is_here = chosen !== null && chosen.id === field.value;
  const read = useReceivingAccount(is_here ? null : field.value);
  return (
    <Picker
      {...field}
      min_width={MIN_WIDTH}
      finder={accountsToChoose(currency)}
      nameOf={nameOf}
      known={is_here ? chosen : read}
      change={(id, found) => {
        choose(found);
        change(id, found);
      }}
    />
  );
}

type SeveralProps = Common & {
  readonly value: readonly string[];
  readonly change: (ids: string[], accounts: readonly FoundAccount[]) => void;
};

export function AccountsPicker({ currency, nameOf = accountLabel, ...field }: SeveralProps) {
  const known = useReceivingAccounts(field.value);
  return (
    <SeveralPicker {...field} finder={accountsToChoose(currency)} nameOf={nameOf} known={known} />
  );
}
