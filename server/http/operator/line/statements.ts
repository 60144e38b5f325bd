// Routes of the operator API: import bank statements, list them and preview an import.

import { type TSchema, Type } from 'typebox';
import { orProposeEvidence } from '../../../app/approval/claim-evidence.ts';
import type { LeftOutCounts } from '../../../app/file/collect-parts.ts';
import { serviceTime } from '../../../app/process/service-time.ts';
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
import { IMPORT_STATEMENT } from '../../../app/statement/read-given-file.ts';
import type { TellImportStep } from '../../../app/statement/take-parts.ts';
import { FIND_STATEMENTS, GUESS_STATEMENT } from '../../../domain/line/statement-requests.ts';
import { ACTOR_ROLES } from '../../../domain/record/origin.ts';
import { isRefusal } from '../../../domain/service/refusal.ts';
import { PROFILES } from '../../../formats/statement/csv/statement-profiles.ts';
import {
  enumerate,
  FORMAT_NAMES,
  STATEMENT_FORMATS,
} from '../../../formats/statement/statement-format.ts';
import { queryOf } from '../../schema/request-schema.ts';
import {
  ACTOR_NAME,
  cents,
  centsOrNull,
  flag,
  integer,
  list,
  MERCHANT_NAME,
  moment,
  ON,
  PAGING,
  pageShape,
  shape,
  text,
  textOrNull,
  uuid,
  uuidOrNull,
  words,
  yesOrNo,
} from '../../schema/shapes.ts';
import { LineAnswer, untilClientGone } from '../route/line-stream.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { heldFileOf } from '../route/upload.ts';
import { feedLines, TAKEN_LINE } from './bank-lines.ts';
import { GuessSchema } from './statement-guess.ts';
import { ONE_TRUTH_FIELDS, UNCONFIRMED_FIELDS } from './unconfirmed-lines.ts';

const dayOrNull = (description: string): TSchema => textOrNull(`${description}, as \`2026-03-05\``);

const balances = list(
  shape<StatementBalanceBody>('StatementBalance', {
    day: text('As `2026-03-05`'),
    opening_cents: centsOrNull('Before its first line, as the bank says'),
    closing_cents: centsOrNull('After its last line, as the bank says'),
  }),
  { description: 'The balances of its days that the bank reports' },
);

const STATEMENT: Record<Exclude<keyof StatementPartBody, 'id' | 'line'>, TSchema> = {
  receiving_account_id: uuid('Whose statement it is'),
  bank_reference: textOrNull('The bank’s own name for it'),
  currency: text('ISO 4217 code'),
  lines: integer('How many it has'),
  in_cents: cents('What came in'),
  out_cents: cents('What went out'),
  first_day: dayOrNull('By its lines'),
  last_day: dayOrNull('By its lines'),
  balances,
};

const tallied = shape<StatementResult['accounts'][number]>('AccountTally', {
  receiving_account_id: uuid('The receiving account'),
  name: text('Its holder'),
  number: text('Masked'),
  currency: text('ISO 4217 code'),
  imported: integer('Lines that are new'),
  matched: integer('How many of them were matched'),
  suspense: integer('How many of them wait for a person'),
  duplicate: integer('Lines that were sent before'),
  in_cents: cents('Money that came in, over all lines'),
  out_cents: cents('Money that went out, over all lines'),
  matched_cents: cents('Sum of the matched lines, with their signs'),
  suspense_cents: cents('Sum of the waiting lines, with their signs'),
  duplicate_cents: cents('Sum of the lines that were sent before, with their signs'),
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
const FORMAT = words(formats, 'The format of the file');
const IMPORTED = integer('Lines that are new');
const DUPLICATE = integer('Lines that were sent before');
const LEFT_OUT = integer('Entries that move no money');
const LEFT_OUT_COUNTS = shape<LeftOutCounts>('LeftOutReasons', {
  zero: integer('Of amount zero'),
  pending: integer('Not booked yet'),
  reverted: integer('Never carried out: reverted, declined, failed, canceled'),
  balance: integer('Balances of the account, and sums of other rows'),
  information: integer('Only for information'),
});
const PARTS = list(
  shape<StatementPartBody>('StatementPart', {
    id: uuidOrNull('The statement; null in a preview'),
    line: integer('Where it begins in the file, from 1'),
    ...STATEMENT,
  }),
  { description: 'The statements that the file has, in its order' },
);
const ERRORS = notes('Lines that were skipped');
const WARNINGS = notes('Problems that did not prevent the import');

const StatementSchema = shape<StatementResult>('StatementResult', {
  dry_run: flag('Nothing was written'),
  format: FORMAT,
  imported: IMPORTED,
  matched: integer('How many of them were matched'),
  suspense: integer('How many of them wait for a person'),
  duplicate: DUPLICATE,
  ...ONE_TRUTH_FIELDS,
  bank_id_shared: integer('New lines whose id of the bank another line has, too'),
  left_out: LEFT_OUT,
  left_out_reasons: LEFT_OUT_COUNTS,
  statements: PARTS,
  accounts: list(tallied, { description: 'What became of the lines of each receiving account' }),
  errors: ERRORS,
  warnings: WARNINGS,
  lines: list(
    shape<StatementResult['lines'][number]>('StatementLine', {
      line: integer('In the file, from 1'),
      ...TAKEN_LINE,
      order_id: textOrNull('The merchant’s own id of its order'),
      merchant_name: textOrNull(MERCHANT_NAME),
      amount_cents: cents('Negative: money went out'),
      currency: text('ISO 4217 code'),
      booked_at: text('A time, or a day if the bank gave only that'),
      utr: textOrNull('In canonical form: upper case, no separators'),
      explanation: text('The reason in words'),
    }),
    {
      description:
        'At most 1,000, in the order of the file; of a longer file those that wait for a person come first',
    },
  ),
  lines_left_out: integer('Lines that are not listed; `GET /bank_lines` has all'),
  ...UNCONFIRMED_FIELDS,
});

/** The same without what became of the lines. */
const FeedStatementSchema = shape<FeedStatement>('FeedStatementResult', {
  dry_run: flag('Nothing was written'),
  format: FORMAT,
  imported: IMPORTED,
  duplicate: DUPLICATE,
  left_out: LEFT_OUT,
  left_out_reasons: LEFT_OUT_COUNTS,
  statements: PARTS,
  accounts: list(
    shape<FeedTally>('FeedAccountTally', {
      receiving_account_id: uuid('The receiving account'),
      currency: text('ISO 4217 code'),
      imported: IMPORTED,
      duplicate: DUPLICATE,
      in_cents: cents('Money that came in, over all lines'),
      out_cents: cents('Money that went out, over all lines'),
      duplicate_cents: cents('Sum of the lines that were sent before, with their signs'),
    }),
    { description: 'How many lines of each receiving account were new' },
  ),
  errors: ERRORS,
  warnings: WARNINGS,
  lines: feedLines('In the order of the file; empty if it has more than 1,000 lines'),
  lines_left_out: integer(
    'For a file with more than 1,000 lines: all of them, because none is listed',
  ),
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
  taken_lines: integer('How many of its lines were taken so far, known ones included'),
  complete: flag('False: import the same file again, and the rest of its lines is taken'),
  progress_at: moment('When `taken_lines` was last noted'),
  file_name: textOrNull('As it was named when it was imported first'),
  actor: shape<KeptStatementBody['actor']>('StatementActor', {
    role: words(ACTOR_ROLES, '`operator` or `feed`'),
    id: uuidOrNull('The person or token'),
    name: textOrNull(ACTOR_NAME),
  }),
  imported_at: moment('When it came'),
});

const profiles = [...PROFILES.values()].map(({ name, title }) => `\`${name}\`: ${title}`);
const upload = [
  ...['text/csv', 'text/plain', 'application/xml', 'application/octet-stream'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];
const tag = 'Bank';

export const STATEMENT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/statements',
    operation_id: 'importStatement',
    right: 'bank_lines.give',
    approval: { acts: ['evidence'] },
    tag,
    summary: `Import a bank’s statement: ${FORMAT_NAMES}`,
    description: [
      'The file is the body: at most 256 MiB and 200,000 lines. Importing it twice is harmless.',
      'camt, MT940 and OFX files name their accounts, and may have several. A CSV or workbook ' +
        'needs `receiving_account_id`, unless its layout has a column for the account.',
      'A feed learns which lines were new, but nothing about merchants and trades.',
      'A file that a person or a new feed gives is a claim: if its new lines reach the band ' +
        '`evidence` within a day, the answer is 202 with a proposal, the file is kept, and the ' +
        'approval of somebody else imports it.',
      'With `progress=true` the answer is lines of JSON (`application/x-ndjson`): `step`, `done` ' +
        'and `of` while lines are taken, and the result as the last line. A refused file is ' +
        'answered as without it.',
      'Profiles of CSV files and workbooks:',
      ...profiles,
    ].join('\n\n'),
    query: {
      ...queryOf(IMPORT_STATEMENT),
      progress: yesOrNo('`true`: a line for each step'),
    },
    upload,
    answer: Type.Union([StatementSchema, FeedStatementSchema]),
    handle: async ({ app, operator, query, fields, upload: body }) => {
      const held_file_id = heldFileOf(operator, fields);
      const ready = await prepareImport(app, operator, { ...query, held_file_id, body });
      if (isRefusal(ready)) {
        return await orProposeEvidence(app, operator, ready, 'importStatement');
      }
      const run = async (say: TellImportStep) =>
        tellStatement(operator, await runImport(ready, untilClientGone(say)));
      return query.progress === ON ? new LineAnswer(run) : await run(() => undefined);
    },
  }),
  route({
    method: 'POST',
    url: '/statements/guess',
    operation_id: 'guessStatement',
    right: 'bank.read',
    tag,
    summary: 'Propose how to read a bank’s file; nothing is imported',
    description:
      'Only the beginning of the file is read; an Excel workbook is read whole. If the sample ' +
      'leaves a doubt, the answer has a question with the mappings to choose from.',
    query: queryOf(GUESS_STATEMENT),
    upload,
    answer: GuessSchema,
    handle: ({ app, upload: body, query }) => guessStatement(body, serviceTime(app), query),
  }),
  route({
    method: 'GET',
    url: '/statements',
    operation_id: 'listStatements',
    right: 'bank.read',
    tag,
    summary: 'List statements with the bank’s balances, newest first',
    description:
      'The balances are those that the bank reports. `complete` is false while lines of a file ' +
      'are still to be taken; sending the same file again continues.',
    query: { ...queryOf(FIND_STATEMENTS), ...PAGING },
    answer: pageShape('StatementPage', KeptSchema),
    handle: ({ app, query }) => listStatements(app, query),
  }),
];
