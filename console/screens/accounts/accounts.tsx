// The receiving accounts: the operator's own accounts and cards that pay-ins go to, with what each
// may still take today.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readFiltered } from '../../api/keys.ts';
import type { UsedReceivingAccount } from '../../api/schema.gen.ts';
import { AnchorLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list/columns.ts';
import type { Filter } from '../../parts/list/filters.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { useSession } from '../../session/session.tsx';
import { RECEIVING_ACCOUNT_TEXTS as texts } from '../../texts/accounts/accounts.ts';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { TYPE_NAMES } from '../../texts/trade-words.ts';
import { AccountState } from './account-state.tsx';
import { AccountUse } from './account-use.tsx';
import { CreateAccount } from './create-account.tsx';

const { columns, empty } = LIST_TEXTS;

const FILTERS: readonly Filter[] = [{ kind: 'text', name: 'q', label: texts.search }];

const COLUMNS: readonly Column<UsedReceivingAccount>[] = [
  {
    name: 'name',
    label: columns.name,
    cell: ({ id, name }) => (
      <AnchorLink to="/accounts/$id" params={{ id }}>
        {name}
      </AnchorLink>
    ),
  },
  { name: 'type', label: columns.type, cell: ({ type }) => TYPE_NAMES[type] },
  { name: 'number', label: columns.number, cell: ({ number }) => number },
  { name: 'bank', label: columns.bank, cell: ({ bank_name }) => bank_name },
  { name: 'currency', label: columns.currency, cell: ({ currency }) => currency },
  { name: 'on', label: columns.state, cell: (row) => <AccountState account={row} /> },
  {
    name: 'use',
    is_block: true,
    label: texts.use_today,
    cell: (row) => <AccountUse account={row} />,
  },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/accounts' });
  const { can } = useSession();
  return (
    <ListPage<UsedReceivingAccount>
      list="receiving_accounts"
      title={NAV_TEXTS.accounts}
      search={search}
      filters={FILTERS}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      query={readFiltered('listReceivingAccounts', { query: search })}
      empty={empty.accounts}
      acts={can('receiving_accounts.change') ? <CreateAccount /> : null}
    />
  );
}
