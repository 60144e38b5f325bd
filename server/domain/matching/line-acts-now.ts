// Which decisions a bank line allows now, and why not the others: for people, before they try. What
// depends on the trade or on a balance is refused when the decision is made.
import { LINE_ACTS, type LineAct, type LineRecord } from '../record/bank-line.ts';
import { refuseDecided } from './decide-review.ts';

export type LineActNow = {
  act: LineAct;
  /** Null: it can be tried. */
  why_not: string | null;
};

function whyNotUndo({ outcome }: LineRecord): string | null {
  switch (outcome.status) {
    case 'suspense':
      return 'Nothing is decided about the bank line: there is nothing to undo.';
    case 'withdrawn':
      return 'Its split was undone: there is nothing more to undo.';
    case 'difference':
      return 'It is a part of a line that was assigned: undo the whole line.';
    default:
      return null;
  }
}

function whyNot(record: LineRecord, act: LineAct): string | null {
  if (act === 'undo') return whyNotUndo(record);
  const decided = refuseDecided(record, act)?.detail ?? null;
  if (decided !== null || act !== 'return' || record.line.amount_cents > 0n) return decided;
  return 'The money went out: there is nothing to send back.';
}

export const lineActsNow = (record: LineRecord): LineActNow[] =>
  LINE_ACTS.map((act) => ({ act, why_not: whyNot(record, act) }));
