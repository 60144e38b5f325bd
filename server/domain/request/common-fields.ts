// Fields that many requests share, each declared once: notes, and the versions that were seen.

import { integerWithin } from './number-fields.ts';
import { type Field, optionalField } from './request-shape.ts';
import { textField } from './text-fields.ts';

/** Of every note and reason that a person writes. */
const NOTE_MAX_LENGTH = 500;

export const noteField = (description = 'Why, in your words'): Field<string> =>
  textField(NOTE_MAX_LENGTH, description);

/** Sequences begin at 1. */
export const SEQUENCE = { min: 1, max: 2_147_483_647, rule: 'must be the sequence as you saw it' };

/** The version of the trade or dispute on which somebody decided; null: they name none. */
export const expectedSequenceOf = (what: 'trade' | 'dispute') =>
  optionalField(
    integerWithin(
      SEQUENCE,
      `The ${what}’s \`sequence\` on which you decided: if it has changed since, the act is ` +
        'refused with `changed_meanwhile`',
    ),
  );

export const EXPECTED_TRADE = expectedSequenceOf('trade');

/** For a command: it names a version only if the request does. */
export const expectedSequence = (expected_sequence: number | null) =>
  expected_sequence === null ? {} : { expected_sequence };
