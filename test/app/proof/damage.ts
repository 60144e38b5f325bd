// Possible changes to the books by an insider with more rights than the service, and the findings
// of the proof; every change is undone.
import assert from 'node:assert/strict';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  ENTRY_ACCOUNTS,
  ENTRY_CURRENCIES,
  ENTRY_LAYOUT,
  ENTRY_LEGS,
} from '../../../server/store/ledger/entry-postings.ts';

export class Undo extends Error {}

/** The problems that the proof names while the changes stand; they are undone afterwards. */
export async function problemsAfter(
  app: OpenApp,
  ...changes: readonly string[]
): Promise<string[]> {
  const { db } = app.store;
  let problems: string[] | undefined;
  const undone = db.transaction(async (tx) => {
    for (const text of changes) await tx.query('', text, []);
    const proof = await verifyBooks({
      ...app,
      store: {
        ...app.store,
        // The proof reads inside this transaction, whose level was set by its first statement.
        db: {
          ...db,
          transaction: (work) =>
            work({
              ...tx,
              query: (name, text, values) =>
                text.startsWith('set transaction')
                  ? Promise.resolve([])
                  : tx.query(name, text, values),
            }),
        },
      },
    });
    assert.equal(proof.ok, proof.problems.length === 0);
    problems = proof.problems;
    throw new Undo();
  });
  await assert.rejects(undone, Undo);
  return problems ?? [];
}

/**
 * Of a book with three entries the first is another, by an insider who knows the form: all hashes
 * follow from it. `ours` is the condition that finds the book.
 */
export function rewritten(ours: string): string[] {
  const CONTENT = `'","' || merchant_id || '","' || entry_number || '","' || act || '",'
    || coalesce('"' || trade_id || '"', 'null') || ','
    || coalesce('"' || bank_line_id || '"', 'null')
    || ',' || coalesce('"' || adjustment_id || '"', 'null') || ','
    || trunc(extract(epoch from entered_at) * 1000) || ',['
    || (select string_agg('["' || l.a || '","' || l.c || '","' || l.m || '"]', ',' order by l.n)
        from (select e.*) e ${ENTRY_LAYOUT}
        cross join unnest(${ENTRY_ACCOUNTS}, ${ENTRY_CURRENCIES}, e.amounts)
          with ordinality as l(a, c, m, n)) || ']]'`;
  const chained = [1, 2, 3].map(
    (number) => `update ledger_entries e set hash = sha256(convert_to('["' || coalesce((
        select encode(hash, 'hex') from ledger_entries b
        where b.merchant_id = e.merchant_id and b.entry_number = e.entry_number - 1
      ), repeat('0', 64)) || ${CONTENT}, 'UTF8'))
      where ${ours} and entry_number = ${number}`,
  );
  return [
    `update ledger_entries set amounts = array[amounts[1] - 5, amounts[2] + 5]
     where ${ours} and entry_number = 1`,
    ...chained,
    `update ledger_books set last_hash = (select hash from ledger_entries
       where ${ours} and entry_number = 3) where ${ours}`,
    `update ledger_accounts set balance_cents = balance_cents + 5
     where ${ours} and account = 'available'`,
    `update ledger_accounts set balance_cents = balance_cents - 5
     where ${ours} and account = 'clearing:none'`,
  ];
}

/** The last of three entries is deleted without a trace. */
export function cut(ours: string): string[] {
  return [
    `update ledger_accounts a set balance_cents = balance_cents - leg.amount
     from ledger_entries e ${ENTRY_LEGS}
     where a.${ours} and e.${ours} and e.entry_number = 3 and a.account = leg.account`,
    `delete from ledger_entries where ${ours} and entry_number = 3`,
    `update ledger_books set last_number = 2, last_hash = (select hash from ledger_entries
       where ${ours} and entry_number = 2) where ${ours}`,
  ];
}
