// The bank lines: what became of each, and why.
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BOUNDS } from '../../../api/bounds.gen.ts';
import { addressOf } from '../../../api/client.ts';
import { readFiltered, readOf } from '../../../api/keys.ts';
import { type BankLine, PLACES } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { useReceivingAccount } from '../../../parts/account/receiving-account.tsx';
import { FileLinks } from '../../../parts/file-links.tsx';
import { choicesOf, tabsOf } from '../../../parts/list/choices.ts';
import { currencyOfAmounts, type Filter, type Search } from '../../../parts/list/filters.ts';
import { ListPage } from '../../../parts/list/list-page.tsx';
import { TabLinks } from '../../../parts/list/tab-links.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';
import { LIST_PART_TEXTS } from '../../../texts/parts.ts';
import { BankNav } from '../bank-nav.tsx';
import { LINE_COLUMNS } from './line-columns.tsx';
import { LineMassActs } from './line-mass-acts.tsx';
import { useSuspenseCount } from './use-suspense-count.ts';

const { columns, empty, line_statuses } = LIST_TEXTS;
const { lines, ages } = BANK_TEXTS;

const AMOUNT = { kind: 'amount', missing: LIST_PART_TEXTS.choose_account } as const;

type Decimals = ReturnType<typeof currencyOfAmounts>;

const filtersOf = (decimals: Decimals): readonly Filter[] => [
  { kind: 'account', name: 'receiving_account_id', label: columns.account },
  { kind: 'text', name: 'utr', label: columns.utr },
  { kind: 'text', name: 'text', label: columns.text },
  { kind: 'text', name: 'counterparty', is_rare: true, label: columns.counterparty },
  { ...AMOUNT, ...decimals, name: 'amount_cents', label: columns.amount },
  { ...AMOUNT, ...decimals, name: 'amount_min_cents', is_rare: true, label: lines.amount_min },
  { ...AMOUNT, ...decimals, name: 'amount_max_cents', is_rare: true, label: lines.amount_max },
  { kind: 'day', name: 'day', is_rare: true, label: columns.day },
  { kind: 'day', name: 'from', label: lines.from },
  { kind: 'day', name: 'to', label: lines.to },
  { kind: 'choice', name: 'age', label: lines.age, choices: choicesOf(ages) },
  { kind: 'text', name: 'statement_id', is_by_link: true, label: lines.statement },
];

const MOST_COMPARED = BOUNDS.listReceivingAccounts.limit.max;

/** Of the chosen account; without one, as long as all have the same decimals. */
function useDecimals(account_id: string | undefined): Decimals {
  const chosen = useReceivingAccount(account_id);
  const first = useRead(readOf('listReceivingAccounts', { query: { limit: MOST_COMPARED } })).data;
  // With more accounts than are compared, one of them is chosen first.
  const known = first?.next_cursor === null ? first.data : [];
  return currencyOfAmounts(
    chosen?.currency,
    known.map(({ currency }) => currency),
  );
}

/** The same lines as a file. */
function Export({ search: { cursor: _page, ...search } }: { search: Search }) {
  const at = (name: 'exportBankLines' | 'exportBankLinesWorkbook') =>
    addressOf(PLACES[name][1], {}, search);
  return (
    <FileLinks
      files={[
        { address: at('exportBankLines'), words: LIST_TEXTS.export_csv },
        { address: at('exportBankLinesWorkbook'), words: LIST_TEXTS.export_workbook },
      ]}
    />
  );
}

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/bank' });
  const decimals = useDecimals(search.receiving_account_id);
  const waiting = useSuspenseCount(search.receiving_account_id);
  const tabs = tabsOf(line_statuses).map((tab) =>
    tab.value === 'suspense' && waiting !== null ? { ...tab, count: String(waiting) } : tab,
  );
  return (
    <>
      <BankNav />
      <ListPage<BankLine>
        list="bank_lines"
        title={lines.title}
        search={search}
        tabs={<TabLinks label={columns.state} name="status" tabs={tabs} search={search} />}
        filters={filtersOf(decimals)}
        columns={LINE_COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ utr, id }) => utr ?? id}
        query={readFiltered('listBankLines', { query: search })}
        empty={empty.bank}
        acts={<Export search={search} />}
        massActs={(rows) => <LineMassActs lines={rows} />}
      />
    </>
  );
}
