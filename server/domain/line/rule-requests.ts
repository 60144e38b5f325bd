// What may be asked about rules of the house.

import { RULE_ACTS, RULE_DIRECTIONS } from '../record/line-rule.ts';
import { noteField } from '../request/common-fields.ts';
import { integerWithin } from '../request/number-fields.ts';
import {
  type FieldsCheck,
  optionalField,
  refinedField,
  requestShape,
} from '../request/request-shape.ts';
import { textField, uuidField } from '../request/text-fields.ts';
import { choiceField } from '../request/word-fields.ts';
import { MAX_LINE_CENTS } from '../values/money.ts';
import { searchWords } from './search-words.ts';

const NAME_MAX = 100;
const WORDS_MAX = 200;

const wordsField = (description: string) =>
  refinedField(textField(WORDS_MAX, description), (given, name, notes) => {
    if (searchWords(given).length > 0) return given;
    notes.wrong(name, 'format', 'must have a word of at least two letters or digits');
    return undefined;
  });

const size = (which: string) =>
  integerWithin(
    {
      min: 1,
      max: Number(MAX_LINE_CENTS),
      rule: `must be 1 to ${MAX_LINE_CENTS}, without a sign`,
    },
    `The ${which} amount, without a sign`,
  );

const RULE = {
  name: textField(NAME_MAX, 'As the history of a line will name it'),
  act: choiceField(RULE_ACTS, 'How the lines are booked'),
  direction: choiceField(RULE_DIRECTIONS, 'Of the money'),
  text: optionalField(wordsField('Words of the narration')),
  counterparty: optionalField(wordsField('Words of the counterparty’s name')),
  min_amount_cents: optionalField(size('smallest')),
  max_amount_cents: optionalField(size('largest')),
  note: noteField(),
};

const checkRule: FieldsCheck<typeof RULE> = (read, notes) => {
  if (read.text === null && read.counterparty === null) {
    notes.wrong('text', 'required', 'is required, or counterparty: an amount alone says nothing');
  }
  const [min, max] = [read.min_amount_cents ?? null, read.max_amount_cents ?? null];
  if (min !== null && max !== null && min > max) {
    notes.wrong('max_amount_cents', 'range', 'must not be below min_amount_cents');
  }
};

export const CREATE_RULE = requestShape(
  'CreateLineRule',
  { receiving_account_id: uuidField('The account whose lines it decides'), ...RULE },
  checkRule,
);

/** Another version: the account of an existing rule never changes. */
export const CHANGE_RULE = requestShape('ChangeLineRule', RULE, checkRule);

export const SWITCH_RULE = {
  on: requestShape('SwitchLineRuleOn', { note: noteField() }),
  off: requestShape('SwitchLineRuleOff', { note: noteField() }),
};
