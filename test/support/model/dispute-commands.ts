// Commands about disputes for tests of the rules.
import assert from 'node:assert/strict';
import type {
  ChangeDispute,
  Command,
  DecideDispute,
  OpenDispute,
} from '../../../server/domain/batch/command.ts';
import type { Dispute } from '../../../server/domain/record/dispute-record.ts';
import type { DisputeStep } from '../../../server/domain/record/dispute-step.ts';
import type { Actor } from '../../../server/domain/record/origin.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import {
  act,
  adjust,
  decimal,
  lineWith,
  MINUTE,
  OPERATOR_ACTOR,
  payin,
  payout,
  take,
} from './domain-commands.ts';
import type { DomainScene } from './domain-scene.ts';

type OnTrade = Pick<Trade, 'merchant_id' | 'trade_id'>;
type OnDispute = Pick<Dispute, 'merchant_id' | 'trade_id' | 'dispute_id'>;

/** A new command id each time. */
const on = ({ merchant_id, trade_id }: OnTrade) => ({
  command_id: act({ merchant_id, trade_id }, 'dispute').command_id,
  actor: OPERATOR_ACTOR,
  merchant_id,
  trade_id,
  note: null,
});

export function contest(trade: OnTrade, fields: Partial<OpenDispute> = {}): OpenDispute {
  const common = on(trade);
  const terms = { dispute_id: common.command_id, type: 'other' as const, amount_cents: null };
  return { kind: 'open_dispute', ...common, ...terms, ...fields };
}

export function decideOn(
  dispute: OnDispute,
  outcome: DecideDispute['outcome'],
  fields: Partial<DecideDispute> = {},
): DecideDispute {
  const { dispute_id } = dispute;
  const terms = { amount_cents: null, evidence: null, utr: null };
  return { kind: 'decide_dispute', ...on(dispute), dispute_id, outcome, ...terms, ...fields };
}

export function stepOn(
  dispute: OnDispute,
  step: DisputeStep,
  fields: Partial<ChangeDispute> = {},
): ChangeDispute {
  const { dispute_id } = dispute;
  return { kind: 'change_dispute', ...on(dispute), dispute_id, step, ...fields };
}

/** Runs a command about a dispute; fails on a refusal. */
export function disputeBy(scene: DomainScene, command: Command): Dispute {
  const answer = scene.run(command);
  if (isRefusal(answer)) assert.fail(`${answer.code}: ${answer.detail}`);
  if (answer.kind !== 'dispute') assert.fail(answer.kind);
  return answer.dispute;
}

/** The events of the trade since its creation. */
export const topicsOf = ({ changes }: DomainScene, trade: OnTrade): string[] =>
  changes.flatMap((change) =>
    change.kind === 'trade_changed' && change.trade.trade_id === trade.trade_id
      ? change.event.type
      : [],
  );

const percent = decimal('10');
export const CUSTOMER_ACTOR: Actor = { role: 'customer', id: null };
export const SERVICE_ACTOR: Actor = { role: 'service', id: null };

/** 100.00 at 10 %: the merchant has 90.00. */
export function creditedPayin(on: DomainScene, received = false): Trade {
  const trade = on.trade(payin({ percent }));
  if (!received) return on.trade(act(trade, 'confirm'));
  on.line(take(lineWith()));
  return on.now(trade);
}

export function paidPayout(on: DomainScene): Trade {
  on.run(adjust(20_000n));
  const trade = on.trade(payout());
  on.trade(act(trade, 'take'));
  return on.trade(act(trade, 'complete'));
}

export function expiredPayin(on: DomainScene): Trade {
  const trade = on.trade(payin({ percent }));
  on.wait(15 * MINUTE);
  return on.trade(act(trade, 'expire'));
}

export const moneyOf = (on: DomainScene) => [on.balance('available'), on.balance('blocked')];
