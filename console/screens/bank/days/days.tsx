// The days of a receiving account for which there is a statement or a closing, newest first.
import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { addressOf } from '../../../api/client.ts';
import { readFiltered } from '../../../api/keys.ts';
import { type KnownDay, PLACES } from '../../../api/schema.gen.ts';
import { AccountPicker } from '../../../parts/account/account-picker.tsx';
import { useReceivingAccount, useSoleAccount } from '../../../parts/account/receiving-account.tsx';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { FileLinks } from '../../../parts/file-links.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import type { Column } from '../../../parts/list/columns.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { FORM_TEXTS } from '../../../texts/acts.ts';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { COMMON_TEXTS } from '../../../texts/common.ts';
import { BankNav } from '../bank-nav.tsx';

const { days: texts } = BANK_TEXTS;

const money = (cents: number | null, currency: string | undefined) =>
  cents === null || currency === undefined ? (
    COMMON_TEXTS.nothing
  ) : (
    <Amount amount_cents={cents} currency={currency} />
  );

const columnsOf = (
  account_id: string,
  currency: string | undefined,
): readonly Column<KnownDay>[] => [
  {
    name: 'day',
    label: texts.day,
    cell: ({ day }) => (
      <AnchorLink to="/bank/days/$account_id/$day" params={{ account_id, day }}>
        {day}
      </AnchorLink>
    ),
  },
  {
    name: 'opening',
    label: texts.opening,
    is_number: true,
    cell: ({ opening_cents }) => money(opening_cents, currency),
  },
  {
    name: 'closing',
    label: texts.closing,
    is_number: true,
    cell: ({ closing_cents }) => money(closing_cents, currency),
  },
  {
    name: 'state',
    label: texts.closed,
    cell: ({ revision, closed_at }) =>
      revision === null ? (
        <Badge color="yellow" variant="light">
          {texts.not_closed}
        </Badge>
      ) : (
        <Group gap="xs">
          <Badge color="teal" variant="light">
            {texts.revision(revision)}
          </Badge>
          <Moment at={closed_at} />
        </Group>
      ),
  },
];

function Choose({ account_id }: { account_id: string | undefined }) {
  const navigate = useNavigate();
  return (
    <AccountPicker
      label={texts.account}
      empty={FORM_TEXTS.merchant_hint}
      value={account_id ?? null}
      change={(account) => void navigate({ to: '.', search: account === null ? {} : { account } })}
    />
  );
}

/** A day without a statement can be looked at and closed, too. */
function OtherDay({ account_id }: { account_id: string }) {
  const navigate = useNavigate();
  const [day, setDay] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (day === '') return;
        void navigate({ to: '/bank/days/$account_id/$day', params: { account_id, day } });
      }}
    >
      <Group align="end" gap="xs">
        <TextInput
          type="date"
          label={texts.other_day}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={day === ''}>
          {texts.show_day}
        </Button>
      </Group>
    </form>
  );
}

function Closings({ id }: { id: string }) {
  const at = (name: 'exportClosings' | 'exportClosingsWorkbook') =>
    addressOf(PLACES[name][1], { id }, {});
  return (
    <FileLinks
      files={[
        { address: at('exportClosings'), words: texts.closings_csv },
        { address: at('exportClosingsWorkbook'), words: texts.closings_workbook },
      ]}
    />
  );
}

export function Screen(): ReactNode {
  const { account, ...search } = useSearch({ from: '/inside/bank/days' });
  const sole = useSoleAccount();
  const account_id = account ?? sole?.id;
  const currency = useReceivingAccount(account_id)?.currency;
  const is_chosen = account_id !== undefined;
  const head = (
    <Stack my="sm">
      <Text size="sm" c="dimmed">
        {texts.intro}
      </Text>
      <Group align="end">
        <Choose account_id={account_id} />
        {is_chosen ? <OtherDay account_id={account_id} /> : null}
      </Group>
    </Stack>
  );
  return (
    <>
      <BankNav />
      <ListPage<KnownDay>
        list="account_days"
        title={texts.title}
        search={is_chosen ? { ...search, account: account_id } : search}
        tabs={head}
        acts={is_chosen ? <Closings id={account_id} /> : null}
        filters={[]}
        columns={columnsOf(account_id ?? '', currency)}
        keyOf={({ day }) => day}
        nameOf={({ day }) => day}
        query={
          is_chosen
            ? readFiltered('listAccountDays', { path: { id: account_id }, query: search })
            : null
        }
        empty={is_chosen ? texts.empty : texts.choose_account}
      />
    </>
  );
}
