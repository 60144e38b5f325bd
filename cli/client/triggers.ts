// The events that `trigger` can make happen, each with the calls that lead to it: real orders in
// the sandbox, made with the merchant's token and decided with the operator's.

/** An operator's act is on the order, or on its dispute. */
export type TriggerStep =
  | { as: 'merchant'; path: string; fields: Readonly<Record<string, unknown>> }
  | {
      as: 'operator';
      on: 'trade' | 'dispute';
      act: string;
      fields: Readonly<Record<string, unknown>>;
    };

export type Trigger = {
  direction: 'payin' | 'payout';
  steps: readonly TriggerStep[];
  /** The payment page assigns the receiving account: the merchant's setting for so long. */
  is_deferred?: true;
};

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
const EXPIRE = merchant('/sandbox/orders', { id: ORDER, act: 'expire' });
const CONFIRM = act('confirm');
const PAID_OUT = [act('take'), act('complete', { utr: NEW_UTR })];
const CONTESTED = [CLAIM, CONFIRM, act('disputes', { type: 'other', note: 'trigger' })];
const UPHELD = onDispute('decide', { outcome: 'upheld', note: 'trigger' });

const payin = (...steps: TriggerStep[]): Trigger => ({ direction: 'payin', steps });
const payout = (...steps: TriggerStep[]): Trigger => ({ direction: 'payout', steps });

/** Every type of event has a row. */
export const TRIGGERS: Readonly<Record<string, Trigger>> = {
  'deposit.created': { ...payin(), is_deferred: true },
  'deposit.pending': payin(),
  'deposit.verifying': payin(CLAIM),
  'deposit.completed': payin(CLAIM, CONFIRM),
  'deposit.expired': payin(EXPIRE),
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
  'dispute.opened': payin(...CONTESTED),
  'dispute.updated': payin(...CONTESTED, onDispute('ask', { party: 'merchant' })),
  'dispute.decided': payin(...CONTESTED, UPHELD),
  'dispute.appealed': payin(...CONTESTED, UPHELD, merchant('/disputes/appeal', { id: DISPUTE_ID })),
  'dispute.closed': payin(...CONTESTED, onDispute('withdraw')),
};
