// The queue of pay-outs, and acts on many of them at once, each with its own answer.

import {
  COMPLETE_PAYOUTS,
  FIND_QUEUE,
  type PayoutItem,
  REJECT_PAYOUTS,
  RELEASE_PAYOUTS,
  TAKE_PAYOUTS,
} from '../../domain/payout/payout-requests.ts';
import { type ReceivingAccount, UNKNOWN_ACCOUNT } from '../../domain/record/receiving-account.ts';
import {
  beginReading,
  type RawFields,
  readFilters,
  readRequest,
} from '../../domain/request/read-request.ts';
import type { Notes, QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { readPayoutQueue } from '../../store/payout/payout-queue.ts';
import { findAccount } from '../account/receiving-accounts.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { actOnTrade } from '../trade/act-on-trade.ts';
import { type PayoutResult, tellable } from './payout-items.ts';

/** Created pay-outs, the oldest first. */
export async function listPayoutQueue(
  app: App,
  query: QueryTexts<typeof FIND_QUEUE> & PageQuery,
): Promise<Page<TradeBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], readFilters(FIND_QUEUE, query));
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const found = await readPayoutQueue(app.store.db, app.store.cipher, {
    ...filters,
    type: filters.type?.type ?? null,
    max_amount_cents: null,
    after: cursor?.[0] ?? null,
    limit: limit + 1,
  });
  const { accounts } = await app.settings.current();
  const options = { page_url: app.page_url, accounts, masked: true };
  const bodies = found.map((trade) => tradeBody(trade, options));
  return pageOf(bodies, limit, (trade) => [trade.id]);
}

/** The account to pay from; null if there is none. An unknown one is noted. */
export async function payingAccount(
  app: App,
  id: string | null | undefined,
  notes: Notes,
): Promise<ReceivingAccount | null> {
  if (id === null || id === undefined) return null;
  const account = await findAccount(app, id);
  if (account !== undefined) return account;
  notes.wrong('receiving_account_id', 'unknown_value', UNKNOWN_ACCOUNT);
  return null;
}

/**
 * Takes pay-outs to be paid by hand. `receiving_account_id`: the account to pay from, so that its
 * bank lines find them.
 */
async function takeByHand(
  app: App,
  operator: OperatorCaller,
  item: PayoutItem,
  how: { account: ReceivingAccount | null; note: string | null },
): Promise<{ state: string } | Refusal> {
  const { account, note } = how;
  const receiving_account_id = account?.receiving_account_id ?? null;
  const command_id = newId();
  const { merchant_id, id: trade_id, expected_sequence } = item;
  const answer = await app.writer.submit({
    kind: 'take_payout',
    ...(expected_sequence === undefined ? {} : { expected_sequence }),
    command_id,
    payout_attempt_id: command_id,
    payout_batch_id: null,
    receiving_account_id,
    account_currency: account?.currency ?? null,
    note,
    actor: operatorActor(operator),
    merchant_id,
    trade_id,
    audit: {
      action: 'trade_take',
      target: `trades/${merchant_id}/${trade_id}`,
      detail: { note, receiving_account_id },
    },
  });
  const result = expectKind(answer, 'trade');
  if (isRefusal(result)) return result.code === 'not_found' ? refuseUnknown() : result;
  return result.trade;
}

export const PAYOUT_ACTS = ['take', 'release', 'complete', 'reject'] as const;
export type PayoutAct = (typeof PAYOUT_ACTS)[number];

type Details = { account: ReceivingAccount | null; note: string | null; reason: string | null };
type Asked = Details & { payouts: readonly PayoutItem[] };

/** Each act has the fields that it knows. */
async function readAct(app: App, act: PayoutAct, raw: RawFields): Promise<Asked | Refusal> {
  const none = { account: null, reason: null };
  if (act === 'take') {
    const reading = beginReading(TAKE_PAYOUTS, raw);
    const account = await payingAccount(app, reading.values.receiving_account_id, reading);
    const asked = reading.result();
    return isRefusal(asked) ? asked : { ...none, ...asked, account };
  }
  const asked =
    act === 'reject'
      ? readRequest(REJECT_PAYOUTS, raw)
      : readRequest(act === 'complete' ? COMPLETE_PAYOUTS : RELEASE_PAYOUTS, raw);
  return isRefusal(asked) ? asked : { ...none, ...asked };
}

function actOn(
  app: App,
  operator: OperatorCaller,
  act: PayoutAct,
  item: PayoutItem,
  { note, reason, account }: Details,
): Promise<{ state: string } | Refusal> {
  if (act === 'take') return takeByHand(app, operator, item, { account, note });
  const { merchant_id, id, utr, expected_sequence } = item;
  const fields = {
    note,
    ...(expected_sequence === undefined ? {} : { expected_sequence }),
    ...(act === 'complete' ? { utr } : {}),
    ...(act === 'reject' ? { reason } : {}),
  };
  const name = act === 'reject' ? 'fail' : act;
  return actOnTrade(app, operator, merchant_id, id, name, { fields, errors: [] });
}

/** One act on many pay-outs: a refusal of one is reported and does not stop the others. */
export async function actOnPayouts(
  app: App,
  operator: OperatorCaller,
  act: PayoutAct,
  raw: RawFields,
): Promise<{ payouts: PayoutResult[] } | Refusal> {
  const asked = await readAct(app, act, raw);
  if (isRefusal(asked)) return asked;
  const payouts = await Promise.all(
    asked.payouts.map(async (item) => ({
      item,
      answer: await actOn(app, operator, act, item, asked),
    })),
  );
  return { payouts: await tellable(app, payouts) };
}
