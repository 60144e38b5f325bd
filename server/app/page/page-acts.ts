// What a customer does on the payment page: give the UTR, cancel, ask for the payment details.
import type { Command } from '../../domain/batch/command.ts';
import { refusePageAct, refuseUtrTry } from '../../domain/page/page-acts.ts';
import type { PageView } from '../../domain/page/page-view.ts';
import type { Merchant } from '../../domain/record/merchant.ts';
import { shownOrderId, type Trade } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { referenceOf } from '../../domain/values/reference.ts';
import { findUtr, type UtrUncertain } from '../../domain/values/utr-in-text.ts';
import { countUtrTry } from '../../store/trade/page-tries.ts';
import { accountsFor } from '../account/payin-accounts.ts';
import { merchantRecord } from '../merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { audit } from '../request/audit.ts';
import { CUSTOMER } from '../request/caller.ts';
import { claimUtr } from '../trade/attach-utr.ts';
import { plainAct } from '../trade/plain-act.ts';
import { pageViewOf, tradeOfPage } from './open-page.ts';

async function merchantOf(app: App, trade: Trade): Promise<Merchant> {
  const record = await merchantRecord(app, trade.merchant_id);
  if (isRefusal(record)) throw new Error(`No merchant ${trade.merchant_id}`);
  return record;
}

async function submit(app: App, command: Command): Promise<PageView | Refusal> {
  const result = expectKind(await app.writer.submit(command), 'trade');
  return isRefusal(result) ? result : await pageViewOf(app, result.trade);
}

/** After the last try the form is locked, and an audit record written. */
async function refuseGuessing(app: App, trade: Trade): Promise<Refusal | null> {
  const { merchant_id, trade_id } = trade;
  const tries = await countUtrTry(app.store.db, { merchant_id, trade_id });
  if (tries === LIMITS.page_utr_tries_max + 1) {
    await audit(app, CUSTOMER, 'utr_locked', `trades/${merchant_id}/${trade_id}`, { tries });
  }
  return refuseUtrTry(tries);
}

/** The numbers that we showed the payer: none of them is the UTR, whatever it looks like. */
async function ownNumbers(app: App, trade: Trade): Promise<string[]> {
  const { accounts } = await app.settings.current();
  const account = accounts.get(trade.receiving_account_id ?? '');
  return [
    ...(account === undefined ? [] : [account.number]),
    referenceOf(trade.trade_id),
    shownOrderId(trade),
    trade.trade_id,
  ];
}

/**
 * The text may be a bank's whole message. If it is uncertain which number is the UTR, the
 * candidates go back to the page and nothing is claimed; it counts as a try, because parsing texts
 * must be bounded too.
 */
export async function pageAttachUtr(
  app: App,
  token: string,
  text: string,
): Promise<PageView | Refusal | UtrUncertain> {
  const trade = await tradeOfPage(app, token);
  if (isRefusal(trade)) return trade;
  const refused = refusePageAct(trade, 'attach_utr');
  // A pay-out's page takes no UTR; a pay-in's UTR may be sent again, in any state.
  if (refused !== null && (trade.direction === 'payout' || trade.utr === null)) return refused;
  const finding = findUtr(text, { type: trade.type, own_numbers: await ownNumbers(app, trade) });
  // The same UTR again changes nothing.
  if (finding.kind === 'found' && finding.utr === trade.utr) return await pageViewOf(app, trade);
  if (refused !== null) return refused;
  const locked = await refuseGuessing(app, trade);
  if (locked !== null) return locked;
  if (finding.kind !== 'found') return finding;
  const { utr } = finding;
  const claimed = await claimUtr(app, CUSTOMER, await merchantOf(app, trade), trade.trade_id, utr);
  return isRefusal(claimed) ? claimed : await pageViewOf(app, claimed);
}

export async function pageCancel(app: App, token: string): Promise<PageView | Refusal> {
  const trade = await tradeOfPage(app, token);
  if (isRefusal(trade)) return trade;
  const refused = refusePageAct(trade, 'cancel');
  if (refused !== null) return refused;
  const { merchant_id, trade_id } = trade;
  // Only pay-outs return bank lines, and their pages cannot cancel.
  const on = { command_id: newId(), actor: CUSTOMER, merchant_id, trade_id, may_return: false };
  return await submit(app, plainAct('cancel', on));
}

export async function pageAssign(app: App, token: string): Promise<PageView | Refusal> {
  const trade = await tradeOfPage(app, token);
  if (isRefusal(trade)) return trade;
  const refused = refusePageAct(trade, 'assign');
  if (refused !== null) return refused;
  const { merchant_id, trade_id, type, currency } = trade;
  return await submit(app, {
    kind: 'assign_account',
    command_id: newId(),
    actor: CUSTOMER,
    merchant_id,
    trade_id,
    merchant: await merchantOf(app, trade),
    accounts: await accountsFor(app, type, currency),
  });
}
