// Chooses a merchant by its name: the service searches, so that there may be any number of them.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { TEXTS } from '../../texts/en.ts';

const { forms } = TEXTS;
const PAUSE_MS = 200;
const FIRST = 20;

type Found = { readonly id: string; readonly name: string };

async function find(typed: string, signal: AbortSignal): Promise<readonly Found[]> {
  if (typed === '') return (await call('listMerchants', { query: { limit: FIRST }, signal })).data;
  const { merchants } = await call('search', { query: { q: typed }, signal });
  return merchants.map(({ item }) => item);
}

type Props = {
  readonly value: string | null;
  readonly change: (id: string | null) => void;
  readonly is_required?: boolean;
};

export function MerchantPicker({ value, change, is_required = false }: Props) {
  const [typed, type] = useState('');
  const [chosen, choose] = useState<Found | null>(null);
  // The field shows the chosen name: that is no search.
  const wanted = typed.trim() === chosen?.name ? '' : typed.trim();
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const { data = [], isFetching } = useQuery({
    queryKey: ['merchants to choose', asked],
    queryFn: ({ signal }) => find(asked, signal),
    placeholderData: (before) => before,
  });
  const listed =
    chosen === null || data.some(({ id }) => id === chosen.id) ? data : [chosen, ...data];
  return (
    <Select
      label={forms.merchant}
      description={forms.merchant_hint}
      required={is_required}
      searchable
      searchValue={typed}
      onSearchChange={type}
      data={listed.map(({ id, name }) => ({ value: id, label: name }))}
      // The service has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? TEXTS.common.loading : forms.no_merchant}
      value={value}
      onChange={(id) => {
        choose(listed.find((one) => one.id === id) ?? null);
        change(id);
      }}
    />
  );
}
