// What merchants were promised about states, and where the plain form of each act leads: written
// down by hand, to compare the one table of the code with.
import type { Act, Direction, State } from '../../../server/domain/record/trade.ts';

/** The promise, state by state; an act that keeps the state has no row. */
export const PROMISED: Record<Direction, Partial<Record<State | 'new', State[]>>> = {
  payin: {
    new: ['created', 'pending'],
    created: ['canceled', 'expired', 'pending'],
    pending: ['canceled', 'completed', 'expired', 'verifying'],
    verifying: ['completed', 'disputed', 'failed'],
    expired: ['completed', 'disputed', 'verifying'],
    canceled: ['disputed', 'verifying'],
    failed: ['disputed'],
    completed: ['disputed', 'reversed'],
    disputed: ['canceled', 'completed', 'expired', 'failed', 'reversed', 'verifying'],
  },
  payout: {
    new: ['created'],
    created: ['canceled', 'failed', 'processing'],
    processing: ['completed', 'created', 'failed'],
    completed: ['disputed', 'reversed'],
    disputed: ['completed', 'reversed'],
  },
};

/** The next state for the plain form of each act; missing acts are refused. */
export const LEADS: Record<Direction, Partial<Record<State, Partial<Record<Act, State>>>>> = {
  payin: {
    created: { assign: 'pending', cancel: 'canceled', expire: 'expired' },
    pending: {
      attach_utr: 'verifying',
      match: 'completed',
      confirm: 'completed',
      cancel: 'canceled',
      expire: 'expired',
    },
    verifying: {
      attach_utr: 'verifying',
      match: 'completed',
      confirm: 'completed',
      fail: 'failed',
      dispute: 'disputed',
      unmatch: 'verifying',
      update_dispute: 'verifying',
    },
    expired: {
      attach_utr: 'verifying',
      match: 'completed',
      dispute: 'disputed',
      update_dispute: 'expired',
    },
    canceled: {
      attach_utr: 'verifying',
      match: 'verifying',
      dispute: 'disputed',
      update_dispute: 'canceled',
    },
    failed: { dispute: 'disputed', update_dispute: 'failed' },
    completed: {
      match: 'completed',
      dispute: 'disputed',
      reverse: 'reversed',
      unmatch: 'completed',
      recall: 'completed',
      refund: 'completed',
      update_dispute: 'completed',
    },
    disputed: {
      resolve: 'completed',
      reverse: 'reversed',
      unmatch: 'disputed',
      recall: 'disputed',
      refund: 'disputed',
      update_dispute: 'disputed',
    },
    reversed: { unmatch: 'reversed', refund: 'reversed', update_dispute: 'reversed' },
  },
  payout: {
    created: { take: 'processing', fail: 'failed', cancel: 'canceled' },
    processing: {
      release: 'created',
      complete: 'completed',
      match: 'completed',
      fail: 'failed',
    },
    completed: {
      match: 'completed',
      unmatch: 'disputed',
      dispute: 'disputed',
      reverse: 'reversed',
      update_dispute: 'completed',
    },
    disputed: {
      match: 'disputed',
      unmatch: 'reversed',
      resolve: 'completed',
      reverse: 'reversed',
      update_dispute: 'disputed',
    },
    failed: { unmatch: 'failed', charge: 'failed' },
    canceled: { unmatch: 'canceled', charge: 'canceled' },
    reversed: { unmatch: 'reversed', charge: 'reversed', update_dispute: 'reversed' },
  },
};
