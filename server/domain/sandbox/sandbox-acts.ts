// What developers can make the sandbox's simulated bank do with one order, and in which states.

import { TIMED_PAYIN_STATES } from '../record/state-sets.ts';
import type { Direction, State } from '../record/trade.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { BANK_ACTS } from './magic-values.ts';

export const SANDBOX_ACTS = [...BANK_ACTS, 'pay_late'] as const;
export type SandboxAct = (typeof SANDBOX_ACTS)[number];

type ActRow = {
  readonly what: string;
  readonly direction: Direction;
  readonly states: readonly State[];
  /** The caller may choose the transferred amount. */
  readonly takes_amount: boolean;
};

const payin = (what: string, states: readonly State[], takes_amount = false): ActRow => ({
  ...{ what, direction: 'payin', states, takes_amount },
});

/** Money may come in these, whether or not somebody still waits for it. */
const PAYABLE: readonly State[] = ['pending', 'verifying', 'expired', 'canceled'];

export const SANDBOX_ACT_ROWS: Readonly<Record<SandboxAct, ActRow>> = {
  pay: payin('The payer transfers the amount, or `amount_cents`.', PAYABLE, true),
  pay_less: payin('The payer transfers a tenth too little.', PAYABLE),
  pay_more: payin('The payer transfers a tenth too much.', PAYABLE),
  pay_twice: payin('The payer transfers the amount, and the bank tells it twice.', PAYABLE),
  pay_late: payin('The pay-in expires at once, and is paid after that.', ['pending', 'expired']),
  expire: payin('The pay-in expires at once.', TIMED_PAYIN_STATES),
  take_back: payin('The bank takes back the money, or `amount_cents` of it.', ['completed'], true),
  reject_claim: payin('The claimed transfer does not exist: a fake.', ['verifying']),
  send: {
    what: 'The pay-out is sent; the last two digits of its amount decide how it ends.',
    direction: 'payout',
    states: ['created'],
    takes_amount: false,
  },
};

type Placed = { readonly direction: Direction; readonly state: State };

export function mayPlay({ direction, state }: Placed, act: SandboxAct): boolean {
  const row = SANDBOX_ACT_ROWS[act];
  return row.direction === direction && row.states.includes(state);
}

export function refusePlay(trade: Placed, act: SandboxAct): Refusal | null {
  if (mayPlay(trade, act)) return null;
  const { direction, state } = trade;
  const possible = SANDBOX_ACTS.filter((one) => mayPlay(trade, one));
  const words = possible.length === 0 ? 'nothing' : possible.join(', ');
  const noun = direction === 'payin' ? 'pay-in' : 'pay-out';
  const detail = `With a ${noun} in state ${state} the simulated bank can do: ${words}.`;
  return refuse('act_not_allowed', detail, { extra: { act, state } });
}

/** Offered on the payment page; another amount is an act of `pay`. */
export const PANEL_ACTS = ['pay', 'pay_late', 'expire'] as const satisfies readonly SandboxAct[];
export type PanelAct = (typeof PANEL_ACTS)[number];

/** Forms name an act by a text. */
export function panelAct(text: string): PanelAct | null {
  return PANEL_ACTS.find((act) => act === text) ?? null;
}
