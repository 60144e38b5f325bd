// Reads the version on which somebody decided: an act on anything newer is refused.
import type { FieldReader } from './fields.ts';
import { readMoment } from './read-moment.ts';

/** Sequences of trades and disputes begin at 1. */
export function sequenceProblem(value: number): string | null {
  const fits = Number.isSafeInteger(value) && value >= 1 && value <= 2_147_483_647;
  return fits ? null : 'must be the sequence as you saw it';
}

/** `expected_decided_at` of a bank line, if the request names it. */
export function readExpectedDecision(reader: FieldReader): { expected_decided_at?: number } {
  if ((reader.raw('expected_decided_at') ?? null) === null) return {};
  return { expected_decided_at: readMoment(reader, 'expected_decided_at') };
}
