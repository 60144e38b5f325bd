// Settlements of a merchant for tests of the use cases: credits, statements, and the ledger as
// their oracle.

import assert from 'node:assert/strict';
import { getBalance } from '../../../server/app/ledger/past-balance.ts';
import type { App } from '../../../server/app/process/app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import {
  approveSettlement,
  discardSettlement,
} from '../../../server/app/settlement/decide-settlement.ts';
import { draftSettlement } from '../../../server/app/settlement/draft-settlement.ts';
import { getSettlement } from '../../../server/app/settlement/read-settlements.ts';
import { putSettlementAccount } from '../../../server/app/settlement/settlement-account.ts';
import type { SettlementBody } from '../../../server/app/settlement/settlement-view.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import type { TradeAct } from '../../../server/domain/batch/command.ts';
import { ENTRY_LEGS } from '../../../server/store/ledger/entry-postings.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  raw,
  type TestMerchant,
} from '../../support/test-app.ts';
import { newNumber, newPayin, sql } from '../scene.ts';

export function settling(app: App) {
  const act = (trade: { merchant_id: string; id: string }, name: TradeAct, fields = {}) =>
    actOnTrade(app, OPERATOR, trade.merchant_id, trade.id, name, raw(fields));

  async function credit(merchant: TestMerchant, amount_cents = 10_000 + newNumber() * 100) {
    const trade = await newPayin(app, merchant, { amount_cents });
    return accepted(await act(trade, 'confirm'));
  }

  async function withAccount(): Promise<TestMerchant> {
    const merchant = await makeMerchant(app);
    const fields = { type: 'account', number: '5010 0099 9999', name: 'Shop Ltd' };
    accepted(await putSettlementAccount(app, OPERATOR, merchant.merchant_id, raw(fields)));
    return merchant;
  }

  const draft = (merchant: TestMerchant, fields = {}) =>
    draftSettlement(app, OPERATOR, merchant.merchant_id, raw(fields));
  const approve = (settlement: SettlementBody, fields = {}) =>
    approveSettlement(app, OPERATOR, settlement, raw(fields));
  const discard = (settlement: SettlementBody) =>
    discardSettlement(app, OPERATOR, settlement, raw({ note: 'test' }));
  const now = async (settlement: SettlementBody) =>
    accepted(await getSettlement(app, OPERATOR, settlement));

  async function balanceOf(merchant: TestMerchant) {
    const { caller, merchant_id } = merchant;
    return accepted(await getBalance(app, caller, { merchant_id }));
  }

  async function prove(): Promise<void> {
    const proof = await verifyBooks(app);
    assert.deepEqual(proof.problems, []);
  }

  /** The ledger's sums for a range of entries: the oracle of a statement. */
  async function movement(merchant_id: string, first: number, last: number) {
    const rows = await sql<{ moved: bigint; entries: bigint }>(
      app,
      `select coalesce(sum(leg.amount), 0)::bigint as moved, count(distinct entry_number) as entries
       from ledger_entries e
       ${ENTRY_LEGS}
       where e.merchant_id = '${merchant_id}' and leg.account = 'available'
         and e.entry_number between ${first} and ${last}`,
    );
    return { moved: Number(rows[0]?.moved), entries: Number(rows[0]?.entries) };
  }
  return { act, credit, withAccount, draft, approve, discard, now, balanceOf, prove, movement };
}
