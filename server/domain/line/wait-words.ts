// Why a line waits before it counts, and what a person has said about it, in words.
import type { AuditNote } from '../record/audit.ts';
import type { WaitReason } from './judge-lines.ts';

const WORDS: Readonly<Record<WaitReason, string>> = {
  day_reached:
    'The stored lines of these days already lead to the closing balance of this file, so the line is probably one of them with another id.',
  day_differs:
    'The stored lines do not lead to the balances of this file: one of them is not in the file, and may be this line.',
  day_closed:
    'An earlier statement has closed this day: its stored lines lead from its opening to its closing balance, and this line is not among them.',
  day_removed:
    'Lines of these days were removed with their month, so nobody can tell here whether this line was among them: look into the archive.',
  maybe_stored:
    'Another source has brought a line with this amount on this day or some days apart, and nothing says whether both are one movement.',
};

export const waitExplanation = (reason: WaitReason): string => WORDS[reason];

type Said = { decision: 'same' | 'other'; bank_line_ids: readonly string[]; note: string };

/** In the audit trail. */
export const waitingNote = (
  waiting_line_id: string,
  { decision, bank_line_ids, note }: Said,
): AuditNote => ({
  action: 'waiting_line_decided',
  target: `waiting_lines/${waiting_line_id}`,
  detail: { decision, bank_line_ids, note },
});
