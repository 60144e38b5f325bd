// What the operator API answers about a bank's file that nobody has described yet.
import { Type } from 'typebox';
import type { GuessChoice, GuessedLine, StatementGuess } from '../../../app/file/guess-head.ts';
import { STATEMENT_FILES } from '../../../formats/statement/statement-format.ts';
import { cents, integer, list, shape, text, textOrNull, words } from '../../schema/shapes.ts';

const guessedLines = (description: string) =>
  list(
    shape<GuessedLine>('GuessedLine', {
      amount_cents: cents('With two decimals'),
      booked_at: text('A time, or a day'),
      utr: textOrNull('Canonical'),
      text: textOrNull('The narration'),
      currency: textOrNull('If the layout names it'),
    }),
    { description },
  );

export const GuessSchema = shape<StatementGuess>('StatementGuess', {
  format: words(
    STATEMENT_FILES.map(({ file }) => file),
    'What kind of file it is, by its content',
  ),
  sheet: textOrNull('Of an Excel workbook: the sheet that was looked at'),
  profile: textOrNull('A built-in profile that reads the sample without an error'),
  mapping: Type.Unsafe({
    type: ['object', 'null'],
    description: 'If no built-in profile does: what to send as `mapping`, once you have checked it',
  }),
  question: textOrNull('If the sample does not prove how it is meant: what to decide'),
  choices: list(
    shape<GuessChoice>('GuessChoice', {
      meaning: text('What choosing it says about the file'),
      mapping: Type.Unsafe({ type: 'object', description: 'What to send as `mapping` then' }),
      sample: guessedLines('The first lines of the file, read in this way'),
    }),
    { description: 'The answers to the question' },
  ),
  lines_read: integer('Of the sample'),
  lines_wrong: integer('Of the sample'),
  doubts: list(text('What is wrong, or remains unclear from the sample'), {
    description: 'What to look at before you import the file; empty: nothing',
  }),
  sample: guessedLines('The first lines of the file, as `profile` or `mapping` reads them'),
});
