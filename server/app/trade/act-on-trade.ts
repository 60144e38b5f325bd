// An operator acts on a trade: confirms, fails, takes, completes and the like.
import { TRADE_ACTS, type TradeAct } from '../../domain/batch/command.ts';
import { remaining } from '../../domain/line/line-timing.ts';
import { refuseBesideLine } from '../../domain/matching/line-beside.ts';
import { waysOut } from '../../domain/record/trade.ts';
import { expectedSequence } from '../../domain/request/common-fields.ts';
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { ACT_ON_TRADE, checkNote } from '../../domain/trade/act-requests.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readLinesNearPayin } from '../../store/line/lines-near-payin.ts';
import { mayReturn } from '../merchant/house-merchant.ts';
import type { App } from '../process/app.ts';
import { idFrom, newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { withLastChange } from '../request/trade-change.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { tradeById } from './find-trade.ts';

/** All acts but the timer's own. */
export const OPERATOR_ACTS = TRADE_ACTS.filter((act) => act !== 'expire');

/** Read beside the decision: a line that comes in this moment is matched by the rules. */
async function refuseConfirm(
  app: App,
  merchant_id: string,
  trade_id: string,
  despite_line: string | null,
): Promise<Refusal | null> {
  const trade = await tradeById(app, merchant_id, trade_id);
  if (trade === null || waysOut(trade.direction, 'confirm', trade.state).length === 0) return null;
  const { db, cipher } = app.store;
  const lines = await readLinesNearPayin(db, cipher, trade, remaining(trade));
  return refuseBesideLine(trade, lines, despite_line);
}

export async function actOnTrade(
  app: App,
  operator: OperatorCaller,
  merchant: string,
  id: string,
  act: TradeAct,
  raw: RawFields,
  idempotency_key?: string,
): Promise<TradeBody | Refusal> {
  const merchant_id = parseUuid(merchant);
  const trade_id = parseUuid(id);
  if (merchant_id === null || trade_id === null) return refuseUnknown();
  const reading = beginReading(ACT_ON_TRADE, raw);
  checkNote(act, reading.values, reading);
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { despite_line, expected_sequence: expected, ...details } = asked;
  if (act === 'confirm') {
    const beside = await refuseConfirm(app, merchant_id, trade_id, despite_line);
    if (beside !== null) return beside;
  }
  const actor = operatorActor(operator);
  const command_id =
    idempotency_key === undefined
      ? newId()
      : idFrom(`act/${merchant_id}/${trade_id}/${act}/${idempotency_key}`);
  const { reason, note } = details;
  const despite = despite_line === null ? {} : { despite_line };
  const target = `trades/${merchant_id}/${trade_id}`;
  const audit = { action: `trade_${act}` as const, target, detail: { reason, note, ...despite } };
  const may_return = await mayReturn(app, merchant_id);
  const on = { kind: 'act' as const, command_id, actor, audit, merchant_id, trade_id, act };
  const result = expectKind(
    await app.writer.submit({ ...on, ...details, ...expectedSequence(expected), may_return }),
    'trade',
  );
  if (isRefusal(result)) {
    if (result.code === 'not_found') return refuseUnknown();
    return await withLastChange(app, { merchant_id, trade_id }, result);
  }
  const { accounts } = await app.settings.current();
  return tradeBody(result.trade, { page_url: app.page_url, accounts, masked: true });
}
