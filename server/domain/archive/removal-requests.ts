// What may be asked about removing an archived month.
import { noteField } from '../request/common-fields.ts';
import { countWithin } from '../request/number-fields.ts';
import { refinedField, requestShape } from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';

const HASH = /^[0-9a-f]{64}$/;
const MOST_TRADES = 1_000_000_000;

const HASH_FIELD = textField(64, 'The SHA-256 of the file, as the plan shows it, in hex', {
  pattern: HASH.source,
});

/** What owners allow is what they saw: the file, and how many trades go. */
export const ALLOW_REMOVAL = requestShape('AllowRemoval', {
  file_sha256: refinedField(HASH_FIELD, (text, name, notes) => {
    if (HASH.test(text)) return text;
    notes.wrong(name, 'format', 'must be 64 hex digits in lower case');
    return undefined;
  }),
  trades: countWithin(0, MOST_TRADES, 'How many trades the plan removes'),
  reason: noteField('Why, in your words'),
});
