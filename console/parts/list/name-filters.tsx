// Merchants, receiving accounts, people and currencies as filters: chosen by their names, shown by them.
import { Select } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { useSession } from '../../session/session.tsx';
import { FORM_TEXTS } from '../../texts/acts.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import { MerchantName } from '../merchant/merchant-name.tsx';
import { useMerchantsToChoose } from '../merchant/use-merchants.ts';
import { useReceivingAccounts } from '../receiving-accounts.ts';
import type { Choice } from './filters.ts';

const FRESH_MS = 60_000;
const SHORT = 8;

type Props = { readonly label: string; readonly change: (id: string) => void };

function Choose(props: {
  label: string;
  data: readonly Choice[];
  change: (id: string) => void;
  /** The service has searched for it already. */
  search?: { readonly typed: string; readonly type: (text: string) => void };
  none: string;
}) {
  const { label, data, change, search, none } = props;
  return (
    <Select
      label={label}
      placeholder={LIST_PART_TEXTS.any}
      size="xs"
      w={140}
      searchable
      {...(search === undefined
        ? {}
        : {
            searchValue: search.typed,
            onSearchChange: search.type,
            filter: ({ options }) => options,
          })}
      data={[...data]}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      nothingFoundMessage={none}
      // Empty again after each choice: the chip shows what was chosen.
      value={null}
      onChange={(id) => {
        search?.type('');
        if (id !== null) change(id);
      }}
    />
  );
}

function MerchantFilter({ label, change }: Props) {
  const [typed, type] = useState('');
  const { found, is_reading } = useMerchantsToChoose(typed.trim());
  return (
    <Choose
      label={label}
      data={found.map(({ id, name }) => ({ value: id, label: name }))}
      search={{ typed, type }}
      none={is_reading ? COMMON_TEXTS.loading : FORM_TEXTS.no_merchant}
      change={change}
    />
  );
}

const accountLabel = (one: ReturnType<typeof useReceivingAccounts>[number]): string =>
  `${one.name} · ${one.number} · ${one.currency}`;

function AccountFilter({ label, change }: Props) {
  const data = useReceivingAccounts().map((one) => ({ value: one.id, label: accountLabel(one) }));
  return <Choose label={label} data={data} none={LIST_PART_TEXTS.no_such} change={change} />;
}

function usePeople(): readonly Choice[] {
  const { can } = useSession();
  const { data } = useRead({
    ...readOf('listPeople', { query: { limit: BOUNDS.listPeople.limit.max } }),
    enabled: can('people.read'),
    staleTime: FRESH_MS,
  });
  return (data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}

function PersonFilter({ label, change }: Props) {
  return <Choose label={label} data={usePeople()} none={LIST_PART_TEXTS.no_such} change={change} />;
}

function AccountOf({ id }: { id: string }) {
  const account = useReceivingAccounts().find((one) => one.id === id);
  return account === undefined ? id.slice(0, SHORT) : accountLabel(account);
}

function PersonOf({ id }: { id: string }) {
  // Ids of one minute begin alike.
  return usePeople().find(({ value }) => value === id)?.label ?? `…${id.slice(-SHORT)}`;
}

/** Those in which there are trades. */
function CurrencyFilter({ label, change }: Props) {
  const { data } = useRead({
    ...readOf('countTrades', {}),
    staleTime: FRESH_MS,
  });
  const known = (data?.data ?? []).flatMap(({ parts }) => parts.map(({ currency }) => currency));
  const codes = [...new Set(known)].toSorted().map((code) => ({ value: code, label: code }));
  return <Choose label={label} data={codes} none={LIST_PART_TEXTS.no_such} change={change} />;
}

const CurrencyOf = ({ id }: { id: string }) => id;

/** Each with the field that chooses it, and how its chip names it. */
export const NAME_FILTERS = {
  merchant: { Field: MerchantFilter, Name: MerchantName },
  account: { Field: AccountFilter, Name: AccountOf },
  person: { Field: PersonFilter, Name: PersonOf },
  currency: { Field: CurrencyFilter, Name: CurrencyOf },
} as const;

export const isNamed = (kind: string): kind is keyof typeof NAME_FILTERS => kind in NAME_FILTERS;
