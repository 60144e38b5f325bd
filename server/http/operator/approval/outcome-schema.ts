// What the approval of a proposal would do, as the operator API shows it.
import {
  EVIDENCE_KINDS,
  type EvidenceAccountBody,
  type EvidenceLineBody,
} from '../../../app/approval/evidence-shown.ts';
import type { ProposalOutcome } from '../../../app/approval/show-outcome.ts';
import {
  cents,
  centsOrNull,
  integer,
  list,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
} from '../../schema/shapes.ts';

const evidenceLine = shape<EvidenceLineBody>('EvidenceLine', {
  amount_cents: cents('Negative: money goes out'),
  day: text('When it was booked'),
  utr: textOrNull('In canonical form'),
  text: textOrNull('The bank’s narration'),
});

export const OutcomeSchema = shape<ProposalOutcome>('ProposalOutcome', {
  code: textOrNull('Why nothing would be done; null if the act would be done'),
  detail: textOrNull('The same in words'),
  balances: list(
    shape<ProposalOutcome['balances'][number]>('BalanceShown', {
      merchant_id: uuid('Whose balance it is'),
      account: text('`available` or `blocked`'),
      currency: text('ISO 4217'),
      before_cents: cents('Now'),
      after_cents: cents('After the act'),
    }),
    { description: 'The balances to which the act would post; empty: none' },
  ),
  trades: list(
    shape<ProposalOutcome['trades'][number]>('TradeShown', {
      merchant_id: uuid('Whose trade'),
      trade_id: uuid('The trade'),
      state_before: textOrNull('Null if the act creates it'),
      state_after: text('The state after the act'),
    }),
    { description: 'The trades that the act would create or change, if that is known before' },
  ),
  settings_before: textOrNull('The settings as they are, as JSON; numbers are masked'),
  settings_after: textOrNull('The settings as they would be'),
  evidence: list(
    shape<EvidenceAccountBody>('EvidenceAccount', {
      kind: words(EVIDENCE_KINDS, 'Bank lines, or a bank’s answers that reject pay-outs'),
      receiving_account_id: uuidOrNull('Whose lines they are; null if no paying account is known'),
      name: text('Its holder'),
      number: text('Masked'),
      currency: text('ISO 4217'),
      lines: integer('How many are new; of a bank’s answers: the rejected pay-outs'),
      in_cents: cents('What comes in by them, or goes back to merchants'),
      out_cents: cents('What goes out'),
      last_day: textOrNull('The last day whose closing balance is known, as `2026-03-05`'),
      last_closing_cents: centsOrNull('That balance'),
      opening_cents: centsOrNull('Before the first line, as the file says'),
      closing_cents: centsOrNull('After the last line, as the file says'),
      largest: list(evidenceLine, { description: 'At most five' }),
      oldest: list(evidenceLine, { description: 'At most five' }),
    }),
    { description: 'Of bank lines or answers that wait: what they would credit or give back' },
  ),
});
