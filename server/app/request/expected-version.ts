// Reads the version on which somebody decided: an act on anything newer is refused.
import type { FieldReader } from './fields.ts';
import { readMoment } from './read-moment.ts';

/** Sequences of trades and disputes begin at 1. */
export function sequenceProblem(value: number): string | null {
  const fits = Number.isSafeInteger(value) && value >= 1 && value <= 2_147_483_647;
  return fits ? null : 'must be the sequence as you saw it';
}

/** `expected_sequence` of a trade, if the request names it. */
function readExpectedSequence(reader: FieldReader): { expected_sequence?: number } {
  const value = reader.optionalInteger('expected_sequence');
  if (value === null) return {};
  const problem = sequenceProblem(value);
  if (problem !== null) reader.wrong('expected_sequence', 'range', problem);
  return { expected_sequence: value };
}

/** `expected_sequence` of a dispute, if the request names it. */
export function readExpectedDispute(reader: FieldReader): { expected_dispute_sequence?: number } {
  const { expected_sequence } = readExpectedSequence(reader);
  return expected_sequence === undefined ? {} : { expected_dispute_sequence: expected_sequence };
}

/** `expected_decided_at` of a bank line, if the request names it. */
export function readExpectedDecision(reader: FieldReader): { expected_decided_at?: number } {
  if ((reader.raw('expected_decided_at') ?? null) === null) return {};
  return { expected_decided_at: readMoment(reader, 'expected_decided_at') };
}
