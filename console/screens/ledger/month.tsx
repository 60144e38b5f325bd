// A month of a merchant's book, of a receiving account or of the house: opening, what moved each
// account, closing, and the signed proof that holds it.
import { Alert, Group, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addressOf } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import { type AccountMonth, type Month, type MonthMovement, PLACES } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { AccountPicker } from '../../parts/account/account-picker.tsx';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { FileLinks } from '../../parts/file-links.tsx';
import { useKeptJournal } from '../../parts/list/kept.ts';
import { ZONE } from '../../parts/list/periods.ts';
import { Loading } from '../../parts/loading.tsx';
import { MerchantPicker } from '../../parts/merchant/merchant-picker.tsx';
import { accountWords } from '../../parts/names/account-words.ts';
import { IdBehind } from '../../parts/names/actor-name.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { ENTRY_WORDS } from '../../texts/ledger/entries.ts';
import { LEDGER_TEXTS as ledger } from '../../texts/ledger/ledger.ts';
import { NAV_TEXTS as nav } from '../../texts/shell/frame.ts';
import { JournalColumns } from './journal-form.tsx';
import { LedgerTabs } from './ledger-tabs.tsx';

const MONTH_LENGTH = 7;

type Asked = { month: string; merchant_id: string | null; receiving_account_id: string | null };

/** The month before today's, which is closed at its end. */
function lastMonth(): string {
  const today = new Date();
  const first = Date.UTC(today.getFullYear(), today.getMonth() - 1, 1);
  return new Date(first).toISOString().slice(0, MONTH_LENGTH);
}

function useAsked(): { asked: Asked; ask: (change: Partial<Asked>) => void } {
  const search = useSearch({ from: '/inside/ledger/months' });
  const navigate = useNavigate();
  const { month = lastMonth(), merchant_id = null, receiving_account_id = null } = search;
  const asked = { month, merchant_id, receiving_account_id };
  const ask = (change: Partial<Asked>) => {
    const given = Object.entries({ ...asked, ...change }).flatMap(([name, value]) =>
      value === null || value === '' ? [] : [[name, value] as const],
    );
    void navigate({ to: '.', search: Object.fromEntries(given) });
  };
  return { asked, ask };
}

/** Of one merchant, or of one account, or else of the house. */
function Choose({ asked, ask }: ReturnType<typeof useAsked>) {
  return (
    <Group align="end" gap="sm">
      <TextInput
        type="month"
        label={ledger.month}
        value={asked.month}
        onChange={(event) => ask({ month: event.currentTarget.value })}
      />
      <MerchantPicker
        value={asked.merchant_id}
        change={(merchant_id) => ask({ merchant_id, receiving_account_id: null })}
      />
      <AccountPicker
        label={ledger.of_account}
        empty={ledger.no_account}
        value={asked.receiving_account_id}
        change={(receiving_account_id) => ask({ merchant_id: null, receiving_account_id })}
      />
    </Group>
  );
}

/** The first movement stands beside the account, the others below it. */
function Account({ of }: { of: AccountMonth }) {
  const { currency, movements } = of;
  const [first, ...others] = movements;
  const sum = (amount_cents: number) => <Amount amount_cents={amount_cents} currency={currency} />;
  const cells = ({ act, entries, amount_cents }: MonthMovement) => (
    <>
      <Table.Td>{ENTRY_WORDS[act].label}</Table.Td>
      <Table.Td className="number">{entries.toLocaleString()}</Table.Td>
      <Table.Td className="number">{sum(amount_cents)}</Table.Td>
    </>
  );
  return (
    <Table.Tbody>
      <Table.Tr>
        <Table.Th scope="rowgroup">
          <IdBehind words={accountWords(of)} id={of.account} />
        </Table.Th>
        <Table.Td className="number">{sum(of.opening_cents)}</Table.Td>
        {first === undefined ? <Table.Td colSpan={3} /> : cells(first)}
        <Table.Td className="number">{sum(of.closing_cents)}</Table.Td>
      </Table.Tr>
      {others.map((movement) => (
        <Table.Tr key={movement.act}>
          <Table.Td colSpan={2} />
          {cells(movement)}
          <Table.Td />
        </Table.Tr>
      ))}
    </Table.Tbody>
  );
}

function Accounts({ accounts }: Pick<Month, 'accounts'>) {
  if (accounts.length === 0) return <Text>{ledger.month_empty}</Text>;
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{ledger.account}</Table.Th>
            <Table.Th className="number">{ledger.opening}</Table.Th>
            <Table.Th>{ledger.movements}</Table.Th>
            <Table.Th className="number">{ledger.how_often}</Table.Th>
            <Table.Th className="number">{ledger.moved}</Table.Th>
            <Table.Th className="number">{ledger.closing}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {accounts.map((of) => (
          <Account key={`${of.account} ${of.currency}`} of={of} />
        ))}
      </Table>
    </Table.ScrollContainer>
  );
}

type FilesOf = { of: Month; merchant_id: string | null };

/** For an accountant: the whole book, as a table, and for Tally, whose files have one currency. */
function Files({ of: { month, accounts, time_zone }, merchant_id }: FilesOf) {
  const { can } = useSession();
  const query = { time_zone, ...(merchant_id === null ? {} : { merchant_id }) };
  const [columns] = useKeptJournal();
  const at = (name: 'exportJournal' | 'exportJournalWorkbook') =>
    addressOf(PLACES[name][1], { month }, { ...query, columns });
  const [, tally] = PLACES.exportTally;
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].toSorted();
  return (
    <Group gap="xs">
      <FileLinks
        files={[
          { address: at('exportJournal'), words: ledger.journal_csv },
          { address: at('exportJournalWorkbook'), words: ledger.journal_workbook },
          ...currencies.map((currency) => ({
            address: addressOf(tally, { month }, { ...query, currency }),
            words: ledger.journal_tally(currency),
          })),
        ]}
      />
      {can('exports.make') ? <JournalColumns month={month} query={query} /> : null}
    </Group>
  );
}

/** Whether it may still change, and what holds it. */
function Standing({ month }: { month: Month }) {
  const { first_entry, last_entry, last_hash, proof_day, is_over } = month;
  const held = proof_day === null ? ledger.month_unproved : ledger.month_proved(proof_day);
  return (
    <Alert color={is_over ? 'teal' : 'yellow'} role="note">
      <Text size="sm">{is_over ? ledger.month_over : ledger.month_open}</Text>
      {first_entry === null || last_entry === null || last_hash === null ? null : (
        <Group gap="xs">
          <IdBehind words={ledger.month_entries(first_entry, last_entry)} id={last_hash} />
          <Text size="sm">{held}</Text>
        </Group>
      )}
    </Alert>
  );
}

export function Screen(): ReactNode {
  const { asked, ask } = useAsked();
  const { month, merchant_id, receiving_account_id } = asked;
  const query = {
    time_zone: ZONE,
    ...(merchant_id === null ? {} : { merchant_id }),
    ...(receiving_account_id === null ? {} : { receiving_account_id }),
  };
  const { data, error } = useRead(readOf('showMonth', { path: { month }, query }));
  return (
    <Stack>
      <Title order={1} size="h2">
        {nav.ledger}
      </Title>
      <LedgerTabs />
      <Choose asked={asked} ask={ask} />
      {error === null ? null : <ProblemNote error={error} />}
      {data === undefined && error === null ? <Loading height={320} /> : null}
      {data === undefined ? null : (
        <>
          <Standing month={data} />
          {receiving_account_id === null ? <Files of={data} merchant_id={merchant_id} /> : null}
          <Accounts accounts={data.accounts} />
        </>
      )}
    </Stack>
  );
}
