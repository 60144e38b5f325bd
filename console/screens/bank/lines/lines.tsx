// The bank lines: what became of each, and why.
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addressOf, call } from '../../../api/client.ts';
import { type BankLine, PLACES } from '../../../api/schema.gen.ts';
import { choicesOf, tabsOf } from '../../../parts/list/choices.ts';
import type { Filter, Search } from '../../../parts/list/filters.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { TabLinks } from '../../../parts/list/tab-links.tsx';
import { useSession } from '../../../session/session.tsx';
import { TEXTS } from '../../../texts/en.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';
import { BankNav } from '../bank-nav.tsx';
import { useAccounts } from '../use-accounts.ts';
import { LINE_COLUMNS } from './line-columns.tsx';
import { LineMassActs } from './line-mass-acts.tsx';
import { useSuspenseCount } from './use-suspense-count.ts';

const { columns, empty, line_statuses } = LIST_TEXTS;
const { lines, ages } = TEXTS.bank;

const filtersOf = (accounts: ReturnType<typeof useAccounts>): readonly Filter[] => [
  { kind: 'text', name: 'utr', label: columns.utr },
  { kind: 'text', name: 'text', label: columns.text },
  { kind: 'text', name: 'counterparty', label: columns.counterparty },
  { kind: 'text', name: 'amount_cents', label: TEXTS.trades.amount_cents },
  { kind: 'text', name: 'amount_min_cents', label: lines.amount_min },
  { kind: 'text', name: 'amount_max_cents', label: lines.amount_max },
  { kind: 'day', name: 'day', label: columns.day },
  { kind: 'day', name: 'from', label: lines.from },
  { kind: 'day', name: 'to', label: lines.to },
  { kind: 'choice', name: 'age', label: lines.age, choices: choicesOf(ages) },
  {
    kind: 'choice',
    name: 'receiving_account_id',
    label: columns.account,
    choices: accounts.choices,
  },
  { kind: 'text', name: 'statement_id', label: lines.statement },
];

/** The same lines as a file: a real link, so that it can be saved under any name. */
function Export({ search: { cursor: _page, ...search } }: { search: Search }) {
  const { can } = useSession();
  const [, template] = PLACES.exportBankLines;
  const is_allowed = can('exports.make');
  return (
    <Button
      component="a"
      variant="default"
      download
      {...(is_allowed ? { href: addressOf(template, {}, search) } : {})}
      disabled={!is_allowed}
      title={is_allowed ? undefined : TEXTS.errors.forbidden}
    >
      {lines.export_csv}
    </Button>
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/bank' });
  const accounts = useAccounts();
  const waiting = useSuspenseCount(search.receiving_account_id);
  const tabs = tabsOf(line_statuses).map((tab) =>
    tab.value === 'suspense' && waiting !== null ? { ...tab, count: String(waiting) } : tab,
  );
  return (
    <>
      <BankNav />
      <ListPage<BankLine>
        title={lines.title}
        search={search}
        tabs={<TabLinks label={columns.state} name="status" tabs={tabs} search={search} />}
        filters={filtersOf(accounts)}
        columns={LINE_COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ utr, id }) => utr ?? id}
        read={(query, signal) => call('listBankLines', { query, signal })}
        empty={empty.bank}
        acts={<Export search={search} />}
        massActs={(rows) => <LineMassActs lines={rows} />}
      />
    </>
  );
}
