// The events that `trigger` can make happen, each with the calls that lead to it: real orders in
// the sandbox, made with the merchant's token and decided with the operator's.

export type TriggerStep =
  | { as: 'merchant'; path: string; fields: Readonly<Record<string, unknown>> }
  /** An operator's act on the order. */
  | { as: 'operator'; act: string; fields: Readonly<Record<string, unknown>> };

export type Trigger = {
  direction: 'payin' | 'payout';
  steps: readonly TriggerStep[];
};

const merchant = (path: string, fields: object = {}): TriggerStep => ({
  ...{ as: 'merchant', path, fields: { ...fields } },
});
const act = (name: string, fields: object = {}): TriggerStep => ({
  ...{ as: 'operator', act: name, fields: { ...fields } },
});

/** The `id` of the order stands for itself in the fields of a merchant's call. */
export const ORDER = '<order>';
/** A UTR that nobody has used. */
export const NEW_UTR = '<utr>';

const CLAIM = merchant('/orders/deposit/utr', { id: ORDER, utr: NEW_UTR });
const CANCEL = merchant('/orders/cancel', { id: ORDER });
const OPENED_BY_OPERATOR = act('disputes', { type: 'other', note: 'trigger' });
const CONFIRM = act('confirm');
const PAID_OUT = [act('take'), act('complete', { utr: NEW_UTR })];

const payin = (...steps: TriggerStep[]): Trigger => ({ direction: 'payin', steps });
const payout = (...steps: TriggerStep[]): Trigger => ({ direction: 'payout', steps });

export const TRIGGERS: Readonly<Record<string, Trigger>> = {
  'deposit.pending': payin(),
  'deposit.verifying': payin(CLAIM),
  'deposit.completed': payin(CLAIM, CONFIRM),
  'deposit.canceled': payin(CANCEL),
  'deposit.failed': payin(CLAIM, act('fail', { reason: 'payment_not_found' })),
  'deposit.disputed': payin(CLAIM, CONFIRM, act('dispute')),
  'deposit.reversed': payin(CLAIM, CONFIRM, act('reverse', { reason: 'bank_returned' })),
  'withdrawal.created': payout(),
  'withdrawal.processing': payout(act('take')),
  'withdrawal.completed': payout(...PAID_OUT),
  'withdrawal.canceled': payout(CANCEL),
  'withdrawal.failed': payout(act('take'), act('fail', { reason: 'beneficiary_rejected' })),
  'withdrawal.disputed': payout(...PAID_OUT, act('dispute')),
  'withdrawal.reversed': payout(...PAID_OUT, act('reverse', { reason: 'bank_returned' })),
  'dispute.opened': payin(CLAIM, CONFIRM, OPENED_BY_OPERATOR),
};

/** Why the others cannot be made at once. */
export const NOT_TRIGGERED: Readonly<Record<string, string>> = {
  'deposit.created': 'a pay-in gets its receiving account when it is created',
  'deposit.expired': 'a pay-in expires when its time is over: wait for one',
  'dispute.updated': 'trigger dispute.opened, then disputes message or disputes ask',
  'dispute.decided': 'trigger dispute.opened, then disputes decide',
  'dispute.appealed': 'trigger dispute.opened, decide it, and appeal as the merchant',
  'dispute.closed': 'trigger dispute.opened, then disputes close',
};
