// What may be asked about the files of statements.

import { flagFilter, idFilter } from '../request/filter-fields.ts';
import {
  optionalField,
  queryShape,
  type ToldValue,
  withDefault,
} from '../request/request-shape.ts';
import { rawTextField, textField } from '../request/text-fields.ts';
import { choiceField, TOLD_LAYOUT } from '../request/word-fields.ts';
import { ANY_PATTERN } from '../values/text.ts';

export const FIND_STATEMENTS = queryShape({
  receiving_account_id: idFilter('Of one receiving account'),
});

/** Of every file that a bank made. */
export const STATEMENT_MAX_BYTES = 256 * 1_024 * 1_024;

const NAME_MAX_LENGTH = 255;
const ON_ERROR = ['refuse', 'skip'] as const;

const MAPPING_MAX_LENGTH = 8_192;
const MAPPING = JSON.stringify({ date: 'Date', date_formats: ['DD/MM/YYYY'], amount: 'Amount' });

/** What it may contain is a matter of the formats of files. */
const mapping = optionalField(
  rawTextField(MAPPING_MAX_LENGTH, 'Instead of `profile`: your own layout, as JSON', ANY_PATTERN, {
    examples: [MAPPING],
  }),
);

const sheet = (description: string) =>
  optionalField(textField(NAME_MAX_LENGTH, description, { examples: ['Transactions'] }));

export const GUESS_STATEMENT = queryShape({
  sheet: sheet('Of a workbook: the sheet to look at'),
});

/**
 * `profiles`: the names of the layouts that are built in. They are no closed words in the
 * reference, because others may be added.
 */
export function importShape(profiles: readonly string[], standard: string) {
  const told: ToldValue = {
    ...TOLD_LAYOUT,
    description: `The file is a CSV or workbook with these columns; default: \`${standard}\``,
  };
  return queryShape(
    {
      receiving_account_id: idFilter('The account of the statement, if the file does not say'),
      profile: { ...optionalField(choiceField(profiles)), told },
      mapping,
      sheet: sheet('Of a workbook: the sheet to read; default: the first one with such a table'),
      on_error: withDefault(
        choiceField(
          ON_ERROR,
          'If a line of a CSV or workbook is wrong: `refuse` (default) imports nothing, `skip` the rest',
        ),
        'refuse',
      ),
      dry_run: flagFilter('`true`: shows what would happen, and writes nothing'),
      file_name: optionalField(
        textField(NAME_MAX_LENGTH, 'The file’s name, for messages and the audit trail'),
      ),
    },
    (read, notes) => {
      if (read.profile === null || (read.mapping ?? null) === null) return;
      notes.wrong('mapping', 'not_allowed', 'cannot be combined with profile');
    },
  );
}
