// Routes of the operator API: import bank statements, list them and preview an import.
import { type TSchema, Type } from 'typebox';
import type { StatementGuess } from '../../../app/file/guess-head.ts';
import {
  type FeedStatement,
  type FeedTally,
  tellStatement,
} from '../../../app/statement/feed-answer.ts';
import { guessStatement } from '../../../app/statement/guess-statement.ts';
import {
  prepareImport,
  runImport,
  type StatementBalanceBody,
  type StatementPartBody,
  type StatementResult,
} from '../../../app/statement/import-statement.ts';
import { type KeptStatementBody, listStatements } from '../../../app/statement/list-statements.ts';
import type { TellImportStep } from '../../../app/statement/take-parts.ts';
import { ACTOR_ROLES } from '../../../domain/record/trade.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import {
  enumerate,
  FORMAT_NAMES,
  STATEMENT_FILES,
  STATEMENT_FORMATS,
} from '../../../formats/statement/statement-format.ts';
import { PROFILES, STANDARD } from '../../../formats/statement/statement-profiles.ts';
import {
  cents,
  centsOrNull,
  filter,
  flag,
  integer,
  list,
  moment,
  ON,
  PAGING,
  pageOf,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
  yesOrNo,
} from '../../schema/shapes.ts';
import { LineAnswer, untilNobodyWaits } from '../route/line-stream.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { FEED_LINES, TAKEN_LINE } from './bank-lines.ts';

const dayOrNull = (description: string): TSchema => textOrNull(`${description}, as \`2026-03-05\``);

const balances = list(
  shape<StatementBalanceBody>('StatementBalance', {
    day: text('As `2026-03-05`'),
    opening_cents: centsOrNull('Before its first line, as the bank says'),
    closing_cents: centsOrNull('After its last line, as the bank says'),
  }),
);

const STATEMENT: Record<Exclude<keyof StatementPartBody, 'id' | 'line'>, TSchema> = {
  receiving_account_id: uuid('Whose statement it is'),
  bank_reference: textOrNull('What the bank calls it'),
  currency: text('ISO 4217 code'),
  lines: integer('How many it has'),
  in_cents: cents('What came in'),
  out_cents: cents('What went out'),
  first_day: dayOrNull('Of its lines'),
  last_day: dayOrNull('Of its lines'),
  balances,
};

const tallied = shape<StatementResult['accounts'][number]>('AccountTally', {
  receiving_account_id: uuid('The receiving account'),
  name: text('Its holder'),
  number: text('Masked'),
  currency: text('ISO 4217 code'),
  imported: integer('Lines that are new'),
  matched: integer('Of them, those that found their place'),
  suspense: integer('Of them, those that wait for somebody'),
  duplicate: integer('Lines that had come before'),
  in_cents: cents('What came in, of all lines'),
  out_cents: cents('What went out, of all lines'),
  matched_cents: cents('Of the matched lines, with their signs'),
  suspense_cents: cents('Of the waiting lines, with their signs'),
  duplicate_cents: cents('Of the lines that had come before, with their signs'),
});

const notes = (description: string) =>
  list(
    shape<StatementResult['errors'][number]>('StatementError', {
      line: integer('In the file, from 1'),
      message: text('What is wrong with it'),
    }),
    { description },
  );

const formats = STATEMENT_FORMATS.map(({ format }) => format);
const FORMAT = words(formats);
const IMPORTED = integer('Lines that are new');
const DUPLICATE = integer('Lines that had come before');
const LEFT_OUT = integer('Entries that are no money: pending, for information, of zero');
const PARTS = list(
  shape<StatementPartBody>('StatementPart', {
    id: uuidOrNull('The statement; null in a preview'),
    line: integer('Where it begins in the file, from 1'),
    ...STATEMENT,
  }),
);
const ERRORS = notes('Lines that were skipped');
const WARNINGS = notes('What hinders nothing, but somebody should know');

const StatementSchema = shape<StatementResult>('StatementResult', {
  dry_run: flag('Nothing was written'),
  format: FORMAT,
  imported: IMPORTED,
  matched: integer('Of them, those that found their place'),
  suspense: integer('Of them, those that wait for somebody'),
  duplicate: DUPLICATE,
  left_out: LEFT_OUT,
  statements: PARTS,
  accounts: list(tallied),
  errors: ERRORS,
  warnings: WARNINGS,
  lines: list(
    shape<StatementResult['lines'][number]>('StatementLine', {
      line: integer('In the file, from 1'),
      ...TAKEN_LINE,
      amount_cents: cents('Negative went out'),
      booked_at: text('A time, or a day where the bank gave only that'),
      utr: textOrNull('Canonical: upper case, no separators'),
    }),
    {
      description:
        'At most 1,000, in the order of the file: of a longer one first those that wait for somebody',
    },
  ),
  lines_left_out: integer('Lines that are not listed; `GET /bank_lines` has all'),
});

/** The same without what became of the lines. */
const FeedStatementSchema = shape<FeedStatement>('FeedStatementResult', {
  dry_run: flag('Nothing was written'),
  format: FORMAT,
  imported: IMPORTED,
  duplicate: DUPLICATE,
  left_out: LEFT_OUT,
  statements: PARTS,
  accounts: list(
    shape<FeedTally>('FeedAccountTally', {
      receiving_account_id: uuid('The receiving account'),
      currency: text('ISO 4217 code'),
      imported: IMPORTED,
      duplicate: DUPLICATE,
      in_cents: cents('What came in, of all lines'),
      out_cents: cents('What went out, of all lines'),
      duplicate_cents: cents('Of the lines that had come before, with their signs'),
    }),
  ),
  errors: ERRORS,
  warnings: WARNINGS,
  lines: FEED_LINES,
  lines_left_out: integer('Of a file with more than 1,000 lines: all, for then none is listed'),
});

const KeptSchema = shape<KeptStatementBody>('Statement', {
  id: uuid('The statement'),
  ...STATEMENT,
  format: text(
    enumerate(
      formats.map((format) => `\`${format}\``),
      'or',
    ),
  ),
  profile: textOrNull('How a CSV was read'),
  actor: shape<KeptStatementBody['actor']>('StatementActor', {
    role: words(ACTOR_ROLES, '`operator` or `feed`'),
    id: uuidOrNull('The token'),
  }),
  imported_at: moment('When it came'),
});

const GuessSchema = shape<StatementGuess>('StatementGuess', {
  format: words(STATEMENT_FILES.map(({ file }) => file)),
  profile: textOrNull('A built-in profile that reads the sample without an error'),
  mapping: Type.Unsafe({
    type: ['object', 'null'],
    description: 'Where no built-in one does: what to send as `mapping`, once it is checked',
  }),
  lines_read: integer('Of the sample'),
  lines_wrong: integer('Of the sample'),
  doubts: list(text('What is wrong, or cannot be told from the sample')),
  sample: list(
    shape<StatementGuess['sample'][number]>('GuessedLine', {
      amount_cents: cents('With two decimals'),
      booked_at: text('A time, or a day'),
      utr: textOrNull('Canonical'),
      text: textOrNull('The narration'),
      currency: textOrNull('Where the layout has one'),
    }),
  ),
});

const profiles = [...PROFILES.values()].map(({ name, title }) => `\`${name}\`: ${title}`);
const upload = ['text/csv', 'text/plain', 'application/xml', 'application/octet-stream'];
const tag = 'Bank';

export const STATEMENT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/statements',
    operation_id: 'importStatement',
    tag,
    feeds: true,
    summary: `Import a bank’s statement: ${FORMAT_NAMES}`,
    description: [
      'The file is the body: at most 256 MiB and 200,000 lines. Importing it twice is harmless.',
      'camt and MT940 files name their accounts, and may have several. A CSV needs ' +
        '`receiving_account_id`, unless its layout has a column for the account.',
      'A feed is told which lines were new, and nothing of merchants and trades.',
      'With `progress=true` the answer is lines of JSON (`application/x-ndjson`): `step`, `done` ' +
        'and `of` while lines are taken, the result as the last. A file that is refused is ' +
        'refused as without it.',
      'Profiles of CSV files:',
      ...profiles,
    ].join('\n\n'),
    query: {
      receiving_account_id: filter('Whose statement it is, where the file does not tell'),
      profile: filter(
        `The file is a CSV with these columns; \`${STANDARD.name}\` where nothing is said`,
      ),
      mapping: filter('Instead of `profile`: a layout of one’s own, as JSON'),
      on_error: filter(
        'A broken line of a CSV: `refuse` (default) imports nothing, `skip` the rest',
      ),
      dry_run: yesOrNo('`true`: tells what would happen, and writes nothing'),
      file_name: filter('What the file is called, for messages and the audit trail'),
      progress: yesOrNo('`true`: a line for each step'),
    },
    upload,
    answer: Type.Union([StatementSchema, FeedStatementSchema]),
    handle: async ({ app, operator, query, upload: body }) => {
      const ready = await prepareImport(app, operator, { ...query, body });
      if (isRefusal(ready)) return ready;
      const run = async (say: TellImportStep) =>
        tellStatement(operator, await runImport(ready, untilNobodyWaits(say)));
      return query.progress === ON ? new LineAnswer(run) : await run(() => undefined);
    },
  }),
  route({
    method: 'POST',
    url: '/statements/guess',
    operation_id: 'guessStatement',
    tag,
    summary: 'Propose how a bank’s file is read; nothing is imported',
    upload,
    answer: GuessSchema,
    handle: ({ upload: body }) => guessStatement(body),
  }),
  route({
    method: 'GET',
    url: '/statements',
    operation_id: 'listStatements',
    tag,
    summary: 'List statements with the bank’s balances, newest first',
    query: { receiving_account_id: filter('Of one receiving account'), ...PAGING },
    answer: pageOf('StatementPage', KeptSchema),
    handle: ({ app, query }) => listStatements(app, query),
  }),
];
