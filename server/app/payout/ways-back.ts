// The two ways to give a credited pay-in's money back, beside each other: whether each is possible
// now, and what it would post, decided by the rules that would carry it out.
import type { Command } from '../../domain/batch/command.ts';
import { foreseenEntries } from '../../domain/foresee.ts';
import { refuseListedPayout } from '../../domain/payout/refund-list.ts';
import { NO_BANDS } from '../../domain/record/band.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { type ForeseenEntryBody, foreseenEntryBody } from '../ledger/list-ledger.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { foreseeCommands } from '../request/foresee-commands.ts';
import { tradeById } from '../trade/find-trade.ts';
import { plainAct } from '../trade/plain-act.ts';
import { refundOfRest } from './create-refund.ts';

/**
 * `code` and `detail`: why it is not possible now; null if it is. `type`: that of the pay-out, on
 * which its fee may depend; null if none is made.
 */
export type WayBack = {
  type: string | null;
  is_possible: boolean;
  code: string | null;
  detail: string | null;
  now: ForeseenEntryBody[];
  once_paid: ForeseenEntryBody[];
};

export type WaysBack = { refund: WayBack; reverse: WayBack };

const notPossible = ({ code, detail }: Refusal): WayBack => ({
  type: null,
  is_possible: false,
  code,
  detail,
  now: [],
  once_paid: [],
});

/** A second person may have to agree: that changes nothing of what is posted then. */
async function look(app: App, command: Command | Refusal): Promise<WayBack> {
  if (isRefusal(command)) return notPossible(command);
  const found = await foreseeCommands(app, [command], (world) => foreseenEntries(world, command), {
    bands: NO_BANDS,
  });
  if (isRefusal(found)) return notPossible(found);
  const settings = await app.settings.current();
  const shown = (entries: typeof found.now) =>
    entries.map((entry) => foreseenEntryBody(entry, settings));
  return {
    type: command.kind === 'create_refund' ? command.type : null,
    is_possible: true,
    code: null,
    detail: null,
    now: shown(found.now),
    once_paid: shown(found.once_paid),
  };
}

export async function showWaysBack(
  app: App,
  operator: OperatorCaller,
  merchant: string,
  id: string,
): Promise<WaysBack | Refusal> {
  const merchant_id = parseUuid(merchant);
  const trade_id = parseUuid(id);
  if (merchant_id === null || trade_id === null) return refuseUnknown();
  const payin = await tradeById(app, merchant_id, trade_id);
  if (payin === null) return refuseUnknown();
  if (payin.direction !== 'payin') return refuseListedPayout();
  const on = { merchant_id, trade_id, command_id: newId(), may_return: false };
  const reverse = plainAct('reverse', { ...on, actor: operatorActor(operator) });
  return {
    refund: await look(app, await refundOfRest(app, operator, payin)),
    reverse: await look(app, reverse),
  };
}
