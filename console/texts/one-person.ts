// The texts of the note above every page while one person may do what two should, and the names of
// the acts that are meant.
import type { Proposal } from '../api/schema.gen.ts';

export const APPROVAL_ACTS: Readonly<Record<Proposal['act'], string>> = {
  pay_out: 'Pay out',
  payout_undone: 'Undo a pay-out',
  refund: 'Refund',
  settlement: 'Settle',
  adjustment: 'Adjust a balance',
  manual_confirm: 'Confirm a pay-in by hand',
  payin_undone: 'Take back a credited pay-in',
  dispute_outcome: 'Decide a dispute',
  line_credit: 'Credit a bank line',
  line_keep: 'Keep money of a bank line',
  line_difference: 'Assign with a difference',
  line_write_off: 'Write a bank line off',
  evidence: 'Give bank lines or answers',
  tariff: 'Change tariffs',
  rate: 'Change rates',
  receiving_account_number: 'Add a receiving account',
  callback_address: 'Change a callback address',
  settlement_account: 'Change a settlement account',
  person_role: 'Give somebody a role',
  merchant_token: 'Issue a merchant’s token',
  operator_token: 'Issue or widen a token',
  limits: 'Raise a limit',
  line_rule: 'Switch a line rule on',
  retention: 'Keep data for a shorter time',
  erasure: 'Erase the data of a payer',
  bands: 'Change when two people are needed',
};

export const ONE_PERSON_TEXTS = {
  open: 'When two people are needed',
  title: 'One person alone can do what two should',
  everything: 'Nothing needs a second person.',
  without_limit: (acts: readonly string[]) =>
    acts.length > 4
      ? `Without a limit: ${acts.slice(0, 3).join(', ')} and ${acts.length - 3} more.`
      : `Without a limit: ${acts.join(', ')}.`,
  by: (who: string, second: string | null) =>
    `Switched off by ${who}${second === null ? '' : `, approved by ${second}`},`,
  unknown: 'The audit trail does not say who switched the rules off.',
} as const;
