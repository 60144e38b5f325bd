// What the approval of a proposal would do, as the operator API shows it.
import type {
  EvidenceAccountBody,
  EvidenceLineBody,
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
      merchant_id: uuid(),
      account: text('`available` or `blocked`'),
      currency: text('ISO 4217'),
      before_cents: cents('Now'),
      after_cents: cents('After the act'),
    }),
  ),
  trades: list(
    shape<ProposalOutcome['trades'][number]>('TradeShown', {
      merchant_id: uuid(),
      trade_id: uuid(),
      state_before: textOrNull('Null if the act creates it'),
      state_after: text(),
    }),
  ),
  settings_before: textOrNull('The settings as they are, as JSON; numbers are masked'),
  settings_after: textOrNull('The settings as they would be'),
  evidence: list(
    shape<EvidenceAccountBody>('EvidenceAccount', {
      receiving_account_id: uuid('Whose lines they are'),
      name: text('Its holder'),
      number: text('Masked'),
      currency: text('ISO 4217'),
      lines: integer('How many are new'),
      in_cents: cents('What comes in by them'),
      out_cents: cents('What goes out'),
      last_day: textOrNull('The last day whose closing balance is known, as `2026-03-05`'),
      last_closing_cents: centsOrNull('That balance'),
      opening_cents: centsOrNull('Before the first line, as the file says'),
      closing_cents: centsOrNull('After the last line, as the file says'),
      largest: list(evidenceLine, { description: 'At most five' }),
      oldest: list(evidenceLine, { description: 'At most five' }),
    }),
    { description: 'Of bank lines that wait: what they would credit' },
  ),
});
