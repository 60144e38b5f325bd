// Adds to a refusal who changed the dispute last, so that the second of two people knows why.
import type { DisputeKey } from '../../domain/record/dispute-record.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { readLastAbout } from '../../store/access/audit.ts';
import type { App } from '../process/app.ts';
import { isAboutChange, tellLast } from '../request/about-change.ts';
import { namesOfActors } from '../request/actor-names.ts';
import { lastChanges } from '../request/trade-change.ts';
import { iso } from '../request/views.ts';

/**
 * What only operators see is in the audit trail alone, what a party did in the events alone. Names
 * are shown to operators only.
 */
export async function withLastStep(
  app: App,
  command: TradeKey & Partial<DisputeKey> & { actor: Requester },
  refusal: Refusal,
): Promise<Refusal> {
  const { merchant_id, trade_id, dispute_id, actor } = command;
  if (actor.role !== 'operator') return refusal;
  if (!isAboutChange(refusal.code) || dispute_id === undefined) return refusal;
  const told = (await lastChanges(app, [{ merchant_id, trade_id }])).get(trade_id);
  const noted = await readLastAbout(app.store.db, `disputes/${merchant_id}/${dispute_id}`);
  if (noted !== null && noted.actor.role === 'operator' && iso(noted.at) >= (told?.at ?? '')) {
    const { id } = noted.actor;
    const names = await namesOfActors(app, [id]);
    const by = names.get(id ?? '') ?? 'an operator';
    return tellLast(refusal, { act: noted.action, by, at: iso(noted.at) });
  }
  return told === undefined ? refusal : tellLast(refusal, told);
}
