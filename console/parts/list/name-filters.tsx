// Merchants, receiving accounts, people and currencies as filters: chosen by their names, shown by them.
import { Select } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { LedgerAccount, ListedPerson } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { useSession } from '../../session/session.tsx';
import { FORM_TEXTS } from '../../texts/acts.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import {
  AccountName,
  accountLabel,
  accountsToChoose,
  type FoundAccount,
} from '../account/receiving-account.tsx';
import { MerchantName } from '../merchant/merchant-name.tsx';
import { MERCHANTS } from '../merchant/use-merchants.ts';
import { accountSearches, accountWords } from '../names/account-words.ts';
import type { Choice, Search } from './filters.ts';
import { FIRST_FOUND, type Finder, useFound, withWords } from './use-found.ts';

const FRESH_MS = 60_000;
const SHORT = 8;
/** The book of the house has no merchant: the service's own id of it. */
const HOUSE_BOOK = '00000000-0000-0000-0000-000000000000';

type Props = {
  readonly label: string;
  readonly search: Search;
  readonly change: (id: string) => void;
};

function Choose<Found>(props: {
  label: string;
  finder: Finder<Found>;
  choiceOf: (found: Found) => Choice;
  none?: string;
  change: (id: string) => void;
}) {
  const { label, finder, choiceOf, change, none = LIST_PART_TEXTS.no_such } = props;
  const [typed, type] = useState('');
  const { found, is_reading } = useFound(finder, typed.trim());
  return (
    <Select
      label={label}
      placeholder={LIST_PART_TEXTS.any}
      size="xs"
      w={140}
      searchable
      searchValue={typed}
      onSearchChange={type}
      // The service has searched already.
      filter={({ options }) => options}
      data={found.map(choiceOf)}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      nothingFoundMessage={is_reading ? COMMON_TEXTS.loading : none}
      // Empty again after each choice: the chip shows what was chosen.
      value={null}
      onChange={(id) => {
        type('');
        if (id !== null) change(id);
      }}
    />
  );
}

const byName = ({ id, name }: { id: string; name: string }): Choice => ({ value: id, label: name });

function MerchantFilter({ label, change }: Props) {
  const { no_merchant } = FORM_TEXTS;
  return (
    <Choose label={label} finder={MERCHANTS} choiceOf={byName} none={no_merchant} change={change} />
  );
}

const ACCOUNTS = accountsToChoose();
const accountChoice = (one: FoundAccount): Choice => ({
  value: one.id,
  label: accountLabel(one),
});

function AccountFilter({ label, change }: Props) {
  return <Choose label={label} finder={ACCOUNTS} choiceOf={accountChoice} change={change} />;
}

const PEOPLE: Finder<ListedPerson> = {
  name: 'listPeople',
  find: async (typed, signal) =>
    (await call('listPeople', { query: withWords(typed), signal })).data,
};

function PersonFilter({ label, change }: Props) {
  const { can } = useSession();
  const finder = { ...PEOPLE, is_allowed: can('people.read') };
  return <Choose label={label} finder={finder} choiceOf={byName} change={change} />;
}

function PersonOf({ id }: { id: string }) {
  const { can } = useSession();
  const { data } = useRead({
    ...readOf('getPerson', { path: { id } }),
    enabled: can('people.read'),
    staleTime: FRESH_MS,
  });
  // Ids of one minute begin alike.
  return data?.name ?? `…${id.slice(-SHORT)}`;
}

/** Of the book that is shown: each currency has an account of the same name, once to choose. */
const ledgerAccounts = (merchant_id: string): Finder<LedgerAccount> => ({
  name: 'listLedgerAccounts',
  of: merchant_id,
  find: async (typed, signal) => {
    const pages = accountSearches(typed).map((q) =>
      call('listLedgerAccounts', { query: { merchant_id, ...withWords(q) }, signal }),
    );
    const found = (await Promise.all(pages)).flatMap(({ data }) => data);
    return [...new Map(found.map((one) => [one.account, one])).values()];
  },
});

const ledgerChoice = (one: LedgerAccount): Choice => ({
  value: one.account,
  label: accountWords(one),
});

function LedgerAccountFilter({ label, search, change }: Props) {
  const finder = ledgerAccounts(search.merchant_id ?? HOUSE_BOOK);
  return <Choose label={label} finder={finder} choiceOf={ledgerChoice} change={change} />;
}

function LedgerAccountOf({ id }: { id: string }) {
  const { data } = useRead({
    ...readOf('listLedgerAccounts', { query: { q: id, limit: FIRST_FOUND } }),
    staleTime: FRESH_MS,
  });
  const found = data?.data.find(({ account }) => account === id);
  return found === undefined ? id : accountWords(found);
}

const CURRENCIES = {
  name: 'countTrades',
  find: async (typed: string, signal: AbortSignal): Promise<readonly string[]> => {
    const { data } = await call('countTrades', { signal });
    const known = data.flatMap(({ parts }) => parts.map(({ currency }) => currency));
    const wanted = typed.toUpperCase();
    return [...new Set(known)].filter((code) => code.includes(wanted)).toSorted();
  },
} as const;
const codeChoice = (code: string): Choice => ({ value: code, label: code });

/** Those in which there are trades. */
function CurrencyFilter({ label, change }: Props) {
  return <Choose label={label} finder={CURRENCIES} choiceOf={codeChoice} change={change} />;
}

const CurrencyOf = ({ id }: { id: string }) => id;

/** Each with the field that chooses it, and how its chip names it. */
export const NAME_FILTERS = {
  merchant: { Field: MerchantFilter, Name: MerchantName },
  account: { Field: AccountFilter, Name: AccountName },
  person: { Field: PersonFilter, Name: PersonOf },
  ledger_account: { Field: LedgerAccountFilter, Name: LedgerAccountOf },
  currency: { Field: CurrencyFilter, Name: CurrencyOf },
} as const;

export const isNamed = (kind: string): kind is keyof typeof NAME_FILTERS => kind in NAME_FILTERS;
