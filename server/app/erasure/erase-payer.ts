// Erasing the data of a trade's payer: what there is and what stands against it, and the act.
import {
  type ErasedCounts,
  type ErasureFacts,
  type ErasureObstacle,
  hasLeft,
  obstacleOf,
} from '../../domain/erasure/erase-payer.ts';
import { ERASE_PAYER } from '../../domain/erasure/erasure-requests.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { now } from '../../store/batch/store.ts';
import { readErasureFacts } from '../../store/erasure/erasures.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export const ERASURE_STATES = ['none', 'waiting', 'erased'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

export type ErasureBody = {
  merchant_id: string;
  trade_id: string;
  state: ErasureState;
  asked_at: string | null;
  erased_at: string | null;
  obstacle: { reason: ErasureObstacle; words: string; until: string | null } | null;
  erases: ErasedCounts;
};

function stateOf({ standing }: ErasureFacts): ErasureState {
  if (standing === null) return 'none';
  return standing.erased_at === null ? 'waiting' : 'erased';
}

function erasureBody({ merchant_id, trade_id }: TradeKey, facts: ErasureFacts): ErasureBody {
  const obstacle = hasLeft(facts) ? obstacleOf(facts) : null;
  return {
    merchant_id,
    trade_id,
    state: stateOf(facts),
    asked_at: isoOrNull(facts.standing?.asked_at ?? null),
    erased_at: isoOrNull(facts.standing?.erased_at ?? null),
    obstacle: obstacle === null ? null : { ...obstacle, until: isoOrNull(obstacle.until) },
    erases: facts.counts,
  };
}

export type NamedTrade = { merchant_id: string; id: string };

export function keyOfNamed(named: NamedTrade): TradeKey | null {
  const [merchant_id, trade_id] = [parseUuid(named.merchant_id), parseUuid(named.id)];
  return merchant_id === null || trade_id === null ? null : { merchant_id, trade_id };
}

async function shown(app: App, key: TradeKey): Promise<ErasureBody | Refusal> {
  const facts = await readErasureFacts(app.store.db, key, await now(app.store));
  return facts === null ? refuseUnknown() : erasureBody(key, facts);
}

/** What would be erased, or how far it is. */
export async function showErasure(app: App, named: NamedTrade): Promise<ErasureBody | Refusal> {
  const key = keyOfNamed(named);
  return key === null ? refuseUnknown() : await shown(app, key);
}

export async function erasePayer(
  app: App,
  operator: OperatorCaller,
  named: NamedTrade,
  raw: RawFields,
): Promise<ErasureBody | Refusal> {
  const key = keyOfNamed(named);
  if (key === null) return refuseUnknown();
  const asked = readRequest(ERASE_PAYER, raw);
  if (isRefusal(asked)) return asked;
  const request = { ...key, ...asked, erasure_id: newId() };
  const done = await changeSetting(app, operator, SETTINGS_ACTS.erase_payer, request);
  return isRefusal(done) ? done : await shown(app, key);
}
