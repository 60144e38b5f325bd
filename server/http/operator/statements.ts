// Bank statements on the operators' wire: a file in, every line of it accounted for.
import { importStatement, type StatementResult } from '../../app/import-statement.ts';
import { PROFILES } from '../../domain/statement-profile.ts';
import { TAKEN_LINE } from './bank-lines.ts';
import { type OperatorRoute, route } from './route.ts';
import { filter, integer, list, shape, text } from './shapes.ts';

const StatementSchema = shape<StatementResult>('StatementResult', {
  imported: integer('Lines that are new'),
  matched: integer('Of them, those that found their trade'),
  suspense: integer('Of them, those that wait for somebody'),
  duplicate: integer('Lines that had come before'),
  errors: list(
    shape<StatementResult['errors'][number]>('StatementError', {
      line: integer('In the file, from 1'),
      message: text('What is wrong with it'),
    }),
    { description: 'Lines that were skipped' },
  ),
  lines: list(
    shape<StatementResult['lines'][number]>('StatementLine', {
      line: integer('In the file, from 1'),
      ...TAKEN_LINE,
    }),
    {
      description:
        'At most 1,000, in the order of the file: of a longer one first those that wait for somebody',
    },
  ),
  lines_left_out: integer('Lines that are not listed; `GET /bank_lines` has all'),
});

const profiles = [...PROFILES.values()].map(({ name, title }) => `\`${name}\`: ${title}`);

export const STATEMENT_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'POST',
    url: '/statements',
    operation_id: 'importStatement',
    tag: 'Bank',
    summary: 'Import a bank’s CSV statement',
    description: [
      'The file is the body: at most 64 MiB and 200,000 lines. Importing it twice is harmless.',
      'Profiles:',
      ...profiles,
    ].join('\n\n'),
    query: {
      receiving_account_id: filter('Whose statement it is; required'),
      profile: filter('How the columns are read; `standard` where absent'),
      on_error: filter('A broken line: `refuse` (default) imports nothing, `skip` the others'),
    },
    upload: ['text/csv', 'text/plain', 'application/octet-stream'],
    answer: StatementSchema,
    handle: ({ app, operator, query, upload }) =>
      importStatement(app, operator, {
        receiving_account_id: query.receiving_account_id,
        profile: query.profile,
        on_error: query.on_error,
        body: upload,
      }),
  }),
];
