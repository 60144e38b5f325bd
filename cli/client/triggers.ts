// The events that `trigger` can make happen, each with the calls that lead to it: real orders in
// the sandbox, made with the merchant's token. Its simulated bank pays, sends and takes back; only
// what a person of the house decides needs the operator's token.

/** An operator's act is on the order, or on its dispute; `bank`: it answers after some seconds. */
export type TriggerStep =
  | { as: 'merchant'; path: string; fields: Readonly<Record<string, unknown>> }
  | { as: 'bank'; leads_to: string }
  | {
      as: 'operator';
      on: 'trade' | 'dispute';
      act: string;
      fields: Readonly<Record<string, unknown>>;
    };

export type Trigger = {
  direction: 'payin' | 'payout';
  steps: readonly TriggerStep[];
  /** The last two digits of the amount, by which the simulated bank decides about a pay-out. */
  ending?: number;
  /** The payment page assigns the receiving account: the merchant's setting for so long. */
  is_deferred?: true;
};

/** Whether somebody with the operator's token has to decide or to change a setting. */
export const asksOperator = ({ steps, is_deferred }: Trigger): boolean =>
  is_deferred === true || steps.some(({ as }) => as === 'operator');

const merchant = (path: string, fields: object = {}): TriggerStep => ({
  ...{ as: 'merchant', path, fields: { ...fields } },
});
const act = (name: string, fields: object = {}): TriggerStep => ({
  ...{ as: 'operator', on: 'trade', act: name, fields: { ...fields } },
});
const onDispute = (name: string, fields: object = {}): TriggerStep => ({
  ...{ as: 'operator', on: 'dispute', act: name, fields: { ...fields } },
});

/** The `id` of the order stands for itself in the fields of a merchant's call. */
export const ORDER = '<order>';
/** The `id` of the dispute that a step before has opened. */
export const DISPUTE_ID = '<dispute>';
/** A UTR that nobody has used. */
export const NEW_UTR = '<utr>';

const CLAIM = merchant('/orders/deposit/utr', { id: ORDER, utr: NEW_UTR });
const CANCEL = merchant('/orders/cancel', { id: ORDER });
const play = (name: string) => merchant('/sandbox/orders', { id: ORDER, act: name });
const EXPIRE = play('expire');
const PAY = play('pay');
const SEND = play('send');
const CONTEST = merchant('/disputes/create', { trade_id: ORDER, type: 'other' });
const CONTESTED = [PAY, CONTEST];
const SAY = merchant('/disputes/message', { id: DISPUTE_ID, text: 'trigger' });
const UPHELD = onDispute('decide', { outcome: 'upheld', note: 'trigger' });

const payin = (...steps: TriggerStep[]): Trigger => ({ direction: 'payin', steps });
const payout = (...steps: TriggerStep[]): Trigger => ({ direction: 'payout', steps });
/** Sent by the simulated bank, which answers by the last two digits of the amount. */
const sent = (ending: number, leads_to: string, ...steps: TriggerStep[]): Trigger => ({
  ...payout(SEND, { as: 'bank', leads_to }, ...steps),
  ending,
});
const PAID = [90, 'completed'] as const;
const REJECTED = [91, 'failed'] as const;
const RETURNED = [92, 'reversed'] as const;
const NO_ANSWER = [93, 'processing'] as const;

/** Every type of event has a row. */
export const TRIGGERS: Readonly<Record<string, Trigger>> = {
  'deposit.created': { ...payin(), is_deferred: true },
  'deposit.pending': payin(),
  'deposit.verifying': payin(CLAIM),
  'deposit.completed': payin(PAY),
  'deposit.expired': payin(EXPIRE),
  'deposit.canceled': payin(CANCEL),
  'deposit.failed': payin(CLAIM, play('reject_claim')),
  'deposit.disputed': payin(PAY, act('dispute')),
  'deposit.reversed': payin(PAY, play('take_back')),
  'withdrawal.created': payout(),
  'withdrawal.processing': sent(...NO_ANSWER),
  'withdrawal.completed': sent(...PAID),
  'withdrawal.canceled': payout(CANCEL),
  'withdrawal.failed': sent(...REJECTED),
  'withdrawal.disputed': sent(...PAID, act('dispute')),
  'withdrawal.reversed': sent(...RETURNED),
  'dispute.opened': payin(...CONTESTED),
  'dispute.updated': payin(...CONTESTED, SAY),
  'dispute.decided': payin(...CONTESTED, UPHELD),
  'dispute.appealed': payin(...CONTESTED, UPHELD, merchant('/disputes/appeal', { id: DISPUTE_ID })),
  'dispute.closed': payin(...CONTESTED, merchant('/disputes/withdraw', { id: DISPUTE_ID })),
};
