// An operator acts on a trade: confirms, fails, takes, completes and the like.
import { TRADE_ACTS, type TradeAct } from '../../domain/batch/command.ts';
import { remaining } from '../../domain/line/line-timing.ts';
import { refuseBesideLine } from '../../domain/matching/line-beside.ts';
import { RESOLVE_OUTCOMES } from '../../domain/record/state-sets.ts';
import { STATE_REASONS, waysOut } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { UTR_RULE } from '../../domain/values/text.ts';
import { normaliseUtr } from '../../domain/values/utr.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readLinesNearPayin } from '../../store/line/lines-near-payin.ts';
import { mayReturn } from '../merchant/house-merchant.ts';
import type { App } from '../process/app.ts';
import { idFrom, newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { readExpectedSequence } from '../request/expected-version.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { type TradeBody, tradeBody } from '../request/views.ts';
import { readAmount } from './create-fields.ts';
import { tradeById } from './find-trade.ts';
import { withLastChange } from './last-change.ts';

/** All acts but the timer's own. */
export const OPERATOR_ACTS = TRADE_ACTS.filter((act) => act !== 'expire');

const ORDER = [
  'utr',
  'amount_cents',
  'reason',
  'note',
  'outcome',
  'despite_line',
  'expected_sequence',
];
const NOTE_MAX_LENGTH = 500;

function readDetails(reader: FieldReader) {
  const utr_text = reader.optionalText('utr', 100);
  const utr = utr_text === null ? null : normaliseUtr(utr_text);
  if (utr_text !== null && utr === null) {
    reader.wrong('utr', 'format', UTR_RULE);
  }
  const amount = reader.raw('amount_cents') ?? null;
  return {
    utr,
    amount_cents: amount === null ? null : readAmount(reader, 'amount_cents'),
    reason: reader.choice('reason', STATE_REASONS),
    note: reader.optionalText('note', NOTE_MAX_LENGTH),
    outcome: reader.choice('outcome', RESOLVE_OUTCOMES),
    ...readExpectedSequence(reader),
  };
}

/** `release` states that nothing was sent: the operator must say how they know. */
function checkNote(act: TradeAct, note: string | null, reader: FieldReader) {
  if (act === 'release' && note === null) {
    reader.wrong('note', 'required', 'is required: why is it certain that nothing was sent?');
  }
}

/** The line that a person says is other money; they say why. */
function readDespite(act: TradeAct, note: string | null, reader: FieldReader): string | null {
  if ((reader.raw('despite_line') ?? null) === null) return null;
  if (act === 'confirm' && note === null) {
    reader.wrong('note', 'required', 'is required: why is the line other money?');
  }
  return reader.uuid('despite_line');
}

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
  if (merchant_id === null || trade_id === null) return notFound();
  const reader = readFields(raw, ORDER);
  const details = readDetails(reader);
  checkNote(act, details.note, reader);
  const despite_line = readDespite(act, details.note, reader);
  const refused = reader.refusal();
  if (refused !== null) return refused;
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
  const result = expectKind(await app.writer.submit({ ...on, ...details, may_return }), 'trade');
  if (isRefusal(result)) {
    if (result.code === 'not_found') return notFound();
    return await withLastChange(app, { merchant_id, trade_id }, result);
  }
  const { accounts } = await app.settings.current();
  return tradeBody(result.trade, { page_url: app.page_url, accounts, masked: true });
}
