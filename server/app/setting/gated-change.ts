// Changes of settings that a second person may have to approve: checked in the transaction that
// makes them.
import type { Used } from '../../domain/approval/check-approval.ts';
import type { ApprovalAct } from '../../domain/record/proposal.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { SettingsAsk } from '../../domain/setting/settings-ask.ts';
import { isRecord } from '../../lib/is-record.ts';
import { now } from '../../store/batch/store.ts';
import type { Transaction } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { askSecond, givenBy, refuseOver, useUp } from './second-person.ts';

export type SettingsChange = SettingsAsk & { act: ApprovalAct };

/** Refuses the change if it needs a second person; to be called before anything is written. */
export type Gate = (change: SettingsChange) => Promise<Refusal | null>;

/**
 * Runs a change of settings in one transaction. `work` calls the gate once it has locked and read
 * what it changes; a change that changes nothing needs nobody.
 */
export async function gatedChange<Value>(
  app: App,
  operator: OperatorCaller,
  work: (tx: Transaction, gate: Gate) => Promise<Value>,
): Promise<Value | Refusal> {
  const { cipher } = app.store;
  return await app.store.db.transaction(async (tx) => {
    const at = { tx, cipher, mode: app.mode, now: await now(app.store, tx) };
    const given = await givenBy(tx, cipher, operator);
    const closed = refuseOver(given, at.now);
    if (closed !== null) return closed;
    const used: Used[] = [];
    const value = await work(tx, async ({ act, ...ask }) => {
      const asked = await askSecond(at, operator, given, act, ask);
      if (isRefusal(asked)) return asked;
      if (asked !== null) used.push(asked);
      return null;
    });
    if (isRefusal(value)) return value;
    const answer = isRecord(value) ? value : {};
    for (const one of used) await useUp(at, one, answer, operator.keeps ?? []);
    return value;
  });
}
