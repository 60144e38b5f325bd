// The sandbox's simulated bank as rules: its next step for a payment, and the faults that amounts
// ask for. It stores nothing: the attempt shows what it did.

import type { PayoutAttempt, PayoutAttemptState } from '../record/payout-attempt.ts';
import { leaf, node } from '../values/bank-text.ts';

export const SIMULATED_FAULTS = {
  reject: { ending: 91n, what: 'rejected (AC04: the account is closed)' },
  return: { ending: 92n, what: 'paid, and returned afterwards' },
  silence: { ending: 93n, what: 'no answer and no line, ever: it stays `processing`' },
  late_reject: { ending: 94n, what: 'accepted, and rejected afterwards (AM04: no funds)' },
  twice: { ending: 95n, what: 'paid, and everything is said twice' },
  copy: { ending: 96n, what: 'rejected as a copy (DU04): its end stays unknown' },
} as const;
export type SimulatedFault = keyof typeof SIMULATED_FAULTS;

/** The last two digits of the amount in minor units choose what happens. */
function faultOf(amount_cents: bigint): SimulatedFault | null {
  const ending = amount_cents % 100n;
  const names = Object.keys(SIMULATED_FAULTS) as SimulatedFault[];
  return names.find((name) => SIMULATED_FAULTS[name].ending === ending) ?? null;
}

export type SimulatedAnswer = { status: string; reason: string | null };
export type SimulatedStep =
  | { kind: 'answer'; answer: SimulatedAnswer }
  | { kind: 'debit' | 'return' };

const answer = (status: string, reason: string | null = null): SimulatedStep => ({
  kind: 'answer',
  answer: { status, reason },
});

const twice = (step: SimulatedStep, fault: SimulatedFault | null): SimulatedStep[] =>
  fault === 'twice' ? [step, step] : [step];

/** The states in which the bank continues an attempt by itself. */
export const ANSWERED_STATES: readonly PayoutAttemptState[] = ['sent', 'accepted'];

/** The bank's next step for an attempt; none if it is done. */
export function nextSteps(
  attempt: Pick<PayoutAttempt, 'state' | 'amount_cents' | 'debit_line_id' | 'return_line_id'>,
): SimulatedStep[] {
  const fault = faultOf(attempt.amount_cents);
  if (fault === 'silence') return [];
  if (attempt.state === 'sent') {
    if (fault === 'reject') return [answer('RJCT', 'AC04')];
    if (fault === 'copy') return [answer('RJCT', 'DU04')];
    return twice(answer('ACSP'), fault);
  }
  if (attempt.state === 'accepted') {
    if (fault === 'late_reject') return [answer('RJCT', 'AM04')];
    return twice({ kind: 'debit' }, fault);
  }
  const comes_back =
    fault === 'return' && attempt.state === 'paid' && attempt.return_line_id === null;
  return comes_back && attempt.debit_line_id !== null ? [{ kind: 'return' }] : [];
}

/** Twelve digits, always the same for a payment. */
export function simulatedUtr(end_to_end_id: string): string {
  let value = 0n;
  for (const letter of end_to_end_id) {
    value = (value * 37n + BigInt(Number.parseInt(letter, 36) || 0)) % 10n ** 12n;
  }
  return value.toString().padStart(12, '0');
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10';

/** The bank's answers about the payments of one file, as a pain.002. */
export function simulatedReport(
  message_id: string,
  answers: readonly (SimulatedAnswer & { end_to_end_id: string })[],
): string {
  const payments = answers.map(({ end_to_end_id, status, reason }) =>
    node(
      'TxInfAndSts',
      leaf('OrgnlEndToEndId', end_to_end_id),
      leaf('TxSts', status),
      reason === null ? '' : node('StsRsnInf', node('Rsn', leaf('Cd', reason))),
    ),
  );
  const group = node(
    'OrgnlGrpInfAndSts',
    leaf('OrgnlMsgId', message_id),
    leaf('OrgnlMsgNmId', 'pain.001.001.09'),
  );
  const report = node(
    'CstmrPmtStsRpt',
    node('GrpHdr', leaf('MsgId', `R-${message_id}`)),
    group,
    node('OrgnlPmtInfAndSts', leaf('OrgnlPmtInfId', message_id), ...payments),
  );
  const document = `<Document xmlns="${NAMESPACE}">${report}</Document>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`;
}
