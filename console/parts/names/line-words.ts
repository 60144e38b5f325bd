// What the API says about a bank line in codes, in the console's words.
import type { LineCandidate, PossiblePayin, StatementLine } from '../../api/schema.gen.ts';
import {
  CANDIDATE_WORDS,
  EVIDENCE_WORDS,
  LINE_REASON_WORDS,
  WAIT_REASON_WORDS,
} from '../../texts/bank/line-words.ts';

const REASONS = { ...LINE_REASON_WORDS, ...WAIT_REASON_WORDS };

/** Why a line has its status, or why it waits. */
export const lineReason = ({ reason }: Pick<StatementLine, 'reason'>): string => REASONS[reason];

/** Why a pay-in may be what a line paid. */
export const possibleReason = ({ evidence }: Pick<PossiblePayin, 'evidence'>): string =>
  evidence.map((name) => EVIDENCE_WORDS[name]).join(', ');

/** Why the rules took a trade into account when the line came. */
export const candidateReason = ({ evidence }: Pick<LineCandidate, 'evidence'>): string =>
  CANDIDATE_WORDS.has(evidence.map((name) => CANDIDATE_WORDS.evidence[name]).join(', '));
