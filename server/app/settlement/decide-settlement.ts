// An operator decides about a draft: approves it, which creates its pay-out, or discards it.

import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import {
  APPROVE_SETTLEMENT,
  DISCARD_SETTLEMENT,
} from '../../domain/settlement/settlement-requests.ts';
import { discardDraft as discarded } from '../../domain/settlement/settlement-statement.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { now } from '../../store/batch/store.ts';
import { readSettlementAccount } from '../../store/settlement/settlement-accounts.ts';
import { deleteSettlementLines } from '../../store/settlement/settlement-lines.ts';
import { lockSettlements, updateSettlements } from '../../store/settlement/settlements.ts';
import { merchantRecord } from '../merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { getSettlement } from './read-settlements.ts';
import { type SettlementBody, settlementBody } from './settlement-view.ts';

export async function approveSettlement(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; id: string },
  raw: RawFields,
): Promise<SettlementBody | Refusal> {
  const settlement_id = parseUuid(path.id);
  const merchant = await merchantRecord(app, path.merchant_id);
  if (isRefusal(merchant) || settlement_id === null) return refuseUnknown();
  const { merchant_id } = merchant;
  const asked = readRequest(APPROVE_SETTLEMENT, raw);
  if (isRefusal(asked)) return asked;
  const { amount_cents, note } = asked;
  const { cipher } = app.store;
  const account = await readSettlementAccount(app.store.db, cipher, merchant_id);
  const target = `settlements/${merchant_id}/${settlement_id}`;
  const detail = { note, amount_cents: amount_cents === null ? null : String(amount_cents) };
  const answer = await app.writer.submit({
    kind: 'approve_settlement',
    command_id: newId(),
    actor: operatorActor(operator),
    merchant,
    settlement_id,
    trade_id: newId(),
    page_key_id: cipher.page_key_id,
    fingerprint: cipher.lookup(target).toString('hex'),
    account: account === null ? null : { type: account.type, payee: account.payee },
    trace_context: app.tracer?.current()?.traceparent ?? null,
    amount_cents,
    audit: { action: 'settlement_approved', target, detail },
  });
  const result = expectKind(answer, 'settlement');
  if (isRefusal(result)) return result.code === 'not_found' ? refuseUnknown() : result;
  return await getSettlement(app, operator, { merchant_id, id: settlement_id });
}

/** Merchants never saw the draft; its number is not used again. */
export async function discardSettlement(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; id: string },
  raw: RawFields,
): Promise<SettlementBody | Refusal> {
  const merchant_id = parseUuid(path.merchant_id);
  const settlement_id = parseUuid(path.id);
  if (merchant_id === null || settlement_id === null) return refuseUnknown();
  const asked = readRequest(DISCARD_SETTLEMENT, raw);
  if (isRefusal(asked)) return asked;
  const { note } = asked;
  const key = { merchant_id, settlement_id };
  const after = await app.store.db.transaction(async (tx) => {
    const [settlement] = await lockSettlements(tx, [key]);
    if (settlement === undefined) return refuseUnknown();
    const next = discarded(settlement, await now(app.store, tx));
    if (isRefusal(next)) return next;
    await deleteSettlementLines(tx, key);
    await updateSettlements(tx, [next]);
    const target = `settlements/${merchant_id}/${settlement_id}`;
    const changed = changedFields({ state: settlement.state }, { state: next.state });
    const detail = { note, number: settlement.number, ...changed };
    await auditIn(tx, operatorActor(operator), 'settlement_discarded', target, detail);
    return next;
  });
  return isRefusal(after) ? after : settlementBody({ ...after, utr: null });
}
