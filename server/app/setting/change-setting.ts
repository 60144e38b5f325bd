// The envelope of every change of a setting: lock, decide, ask a second person, save, tell every
// process, note it.
import type { Used } from '../../domain/approval/check-approval.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { refuseStaleSetting } from '../../domain/setting/setting-version.ts';
import type {
  Asker,
  SettingsDecision,
  SettingsVerdict,
} from '../../domain/setting/settings-decision.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { now } from '../../store/batch/store.ts';
import type { Transaction } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { identityOf } from '../request/identity.ts';
import { lastChange } from './last-change.ts';
import { askSecond, givenBy, refuseOver, ShownChange, useUp } from './second-person.ts';
import type { ActOfOne, At, Findings, SettingsAct } from './settings-act.ts';

const askerOf = (operator: OperatorCaller): Asker => ({
  ...operator,
  identity: identityOf(operator),
});

/** The service acts by itself: no rule asks for more than its own act. */
const BY_ITSELF: Asker = {
  person_id: null,
  operator_token_id: null,
  role: 'viewer',
  scopes: [],
  merchant_id: null,
  identity: 'token:service',
};

/** `told`: what only the write knows; null if nothing was written. */
type Done<Saved, Found> = { saved: Saved; told: Found | null };

/** The setting is not as they saw it: what the audit trail calls it, if it is known. */
type Stale = { stale: string | null };

const isStale = (done: object): done is Stale => 'stale' in done;

/** What is decided, unless it was asked of a setting that has changed meanwhile. */
function verdictOf<Request, Facts, Saved>(
  at: At,
  operator: OperatorCaller,
  act: SettingsAct<Request, Facts, Saved>,
  { facts, request }: { facts: Facts; request: Request },
): SettingsVerdict<Saved> | Stale {
  const verdict = act.decide(facts, request, askerOf(operator));
  const { expected_version } = operator;
  const is_so = !isRefusal(verdict) && 'is_unchanged' in verdict;
  if (expected_version === undefined || is_so) return verdict;
  const { action, seen } = act;
  if (seen === undefined) throw new Error(`An act without a version was asked for one: ${action}`);
  if (seen.version(at, facts, request) === expected_version) return verdict;
  return { stale: isRefusal(verdict) ? null : verdict.target };
}

type Decided<Request, Facts, Saved> = {
  decision: SettingsDecision<Saved>;
  facts: Facts;
  request: Request;
  actor: Requester;
};

/** Writes what was decided, and says so to the audit trail and to every process. */
async function write<Request, Facts, Saved, Found extends Findings>(
  at: At,
  act: SettingsAct<Request, Facts, Saved, Found>,
  { decision, facts, request, actor }: Decided<Request, Facts, Saved>,
): Promise<Done<Saved, Found> | Refusal> {
  const { saved, target, detail, action = act.action } = decision;
  const told = await act.save(at, decision, facts, request);
  if (told === null) {
    return act.overtaken ?? { saved: act.nothingWritten?.(saved) ?? saved, told };
  }
  if (act.version === 'save') await bumpSettingsVersion(at.tx);
  if (action !== null) await auditIn(at.tx, actor, action, target, { ...detail, ...told });
  return { saved, told };
}

async function changeIn<Request, Facts, Saved, Found extends Findings>(
  at: At,
  operator: OperatorCaller,
  act: SettingsAct<Request, Facts, Saved, Found>,
  request: Request,
): Promise<Done<Saved, Found> | Refusal | Stale> {
  const given = act.gate === null ? null : await givenBy(at.tx, at, operator);
  const over = refuseOver(given, at.now);
  if (over !== null) return over;
  const facts = await act.lock(at, request);
  if (facts === null) return refuseUnknown();
  const decision = verdictOf(at, operator, act, { facts, request });
  if (isRefusal(decision) || isStale(decision)) return decision;
  if ('is_unchanged' in decision) return { saved: decision.saved, told: null };
  let used: Used | null = null;
  if (act.gate !== null && decision.ask !== null) {
    const asked = await askSecond(at, operator, given, act.gate, decision.ask);
    if (isRefusal(asked)) return asked;
    used = asked;
  }
  if (operator.is_preview === true) throw new ShownChange(null, null);
  const done = await write(at, act, { decision, facts, request, actor: operatorActor(operator) });
  if (isRefusal(done) || used === null) return done;
  await useUp(at, used, decision.shown_once ?? {}, operator.keeps ?? []);
  return done;
}

const atOf = async ({ store, mode }: App, tx: Transaction): Promise<At> => ({
  tx,
  cipher: store.cipher,
  control: store.control,
  mode,
  now: await now(store, tx),
});

/**
 * Carries out a settings act in one transaction; then this process knows it at once. For answers
 * that tell what only the write knows.
 */
export async function changeAndTell<Request, Facts, Saved, Found extends Findings>(
  app: App,
  operator: OperatorCaller,
  act: SettingsAct<Request, Facts, Saved, Found>,
  request: Request,
): Promise<Done<Saved, Found> | Refusal> {
  const done = await app.store.db.transaction(async (tx) =>
    changeIn(await atOf(app, tx), operator, act, request),
  );
  if (isRefusal(done)) return done;
  if (isStale(done)) {
    const { stale: target } = done;
    const acts = act.seen?.by ?? [];
    const last = target === null ? null : await lastChange(app, operator, { target, acts });
    return refuseStaleSetting(last);
  }
  if (act.version !== null && done.told !== null) await app.settings.refresh();
  return done;
}

/** The same, for answers that are made from what was decided. */
export async function changeSetting<Request, Facts, Saved>(
  app: App,
  operator: OperatorCaller,
  act: SettingsAct<Request, Facts, Saved>,
  request: Request,
): Promise<Saved | Refusal> {
  const done = await changeAndTell(app, operator, act, request);
  return isRefusal(done) ? done : done.saved;
}

/**
 * The service changes a setting by itself, in a transaction of its own caller, who refreshes the
 * settings once it has committed. An act that a second person has to approve does not compile.
 */
export async function changeSettingIn<Request, Facts, Saved, Found extends Findings>(
  { app, tx, actor }: { app: App; tx: Transaction; actor: Requester },
  act: ActOfOne<Request, Facts, Saved, Found>,
  request: Request,
): Promise<Saved | Refusal> {
  const at = await atOf(app, tx);
  const facts = await act.lock(at, request);
  if (facts === null) return refuseUnknown();
  const decision = act.decide(facts, request, BY_ITSELF);
  if (isRefusal(decision)) return decision;
  if ('is_unchanged' in decision) return decision.saved;
  const done = await write(at, act, { decision, facts, request, actor });
  return isRefusal(done) ? done : done.saved;
}
