// Adds to a refusal who decided last about a bank line, so that the second of two people knows why.
import type { ReviewLine } from '../../domain/batch/command.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { readActsOfLine } from '../../store/line/line-acts.ts';
import { readLinesById } from '../../store/line/related-lines.ts';
import type { App } from '../process/app.ts';
import { isAboutChange, type LastChange, tellLast } from '../request/about-change.ts';
import { namesOfActors } from '../request/actor-names.ts';
import { withLastChange } from '../request/trade-change.ts';
import { iso } from '../request/views.ts';

/** A person, if they decided it as it is now; otherwise the service did, by its rules. */
async function lastDecision(app: App, { line, outcome }: LineRecord): Promise<LastChange> {
  const last = (await readActsOfLine(app.store.db, line.bank_line_id)).at(-1);
  if (last === undefined || last.at < outcome.decided_at) {
    return { act: null, by: 'the service', at: iso(outcome.decided_at) };
  }
  const { act, actor, at } = last;
  const names = await namesOfActors(app, [actor.id]);
  const by = names.get(actor.id ?? '') ?? 'an operator';
  return { act: `bank_line_${act}`, by, at: iso(at) };
}

export async function withLastDecision(
  app: App,
  bank_line_id: string,
  refusal: Refusal,
): Promise<Refusal> {
  if (!isAboutChange(refusal.code)) return refusal;
  const [record] = await readLinesById(app.store.db, app.store.cipher, [bank_line_id]);
  if (record === undefined) return refusal;
  const last = await lastDecision(app, record);
  const told = tellLast(refusal, last);
  if (refusal.code !== 'changed_meanwhile') return told;
  // The results of many decisions tell a detail and nothing else.
  return { ...told, detail: `${refusal.detail} The last decision was by ${last.by}, ${last.at}.` };
}

/** A line is not assigned because of what its trade is: then that was changed, and not the line. */
export const withLastReview = (
  app: App,
  { bank_line_id, review }: Pick<ReviewLine, 'bank_line_id' | 'review'>,
  refusal: Refusal,
): Promise<Refusal> =>
  review.act === 'assign' && refusal.extra?.act === 'match'
    ? withLastChange(app, review, refusal)
    : withLastDecision(app, bank_line_id, refusal);
