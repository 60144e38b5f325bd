// `statements`: imports a bank's file and shows what became of each line.
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Json } from '../client/client.ts';
import { EXIT } from '../client/exit-code.ts';
import { readJsonFile } from '../client/json-file.ts';
import { examples, fieldsOf, type Options, withPaging } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, heading, table, type View } from '../client/show.ts';
import type { Terminal } from '../client/terminal.ts';
import { addFeedCommands } from './statement-feeds.ts';
import { reportGuess, reportImport } from './statement-report.ts';
import { clearProgress, matchingProgress, openStatement } from './statement-upload.ts';

type End = (exit_code: number) => void;

/** The service's words about a CSV whose layout is not the profile's. */
const ANOTHER_LAYOUT = /column names of the profile|choose a profile/;

function addImport(statements: Command, perform: Perform, terminal: Terminal, end: End): void {
  const command = statements
    .command('import')
    .description(
      'import a statement: CSV, camt.053, camt.054, camt.052, MT940, MT942, OFX or Excel workbook (.xlsx)',
    );
  const fail = (message: string) => {
    terminal.err(`${message}\n`);
    end(EXIT.failed);
  };
  command
    .argument('<file>', 'the file; - reads standard input')
    .option('--receiving-account-id <id>', 'the statement’s account, if the file does not name it')
    .option('--profile <name>', 'a CSV with these columns (default of a CSV: standard)')
    .option('--mapping <file>', 'a CSV with your own layout: JSON, as guess proposes it')
    .option('--sheet <name>', 'of a workbook (default: the first sheet with such a table)')
    .option('--on-error <what>', 'if a line of a CSV is wrong: refuse all (default) or skip it')
    .option('--dry-run', 'show what would happen, and write nothing')
    .action(async (file: string, options: Options) => {
      const { mapping: mapping_file, ...rest } = options;
      const mapping =
        mapping_file === undefined ? undefined : await readJsonFile(String(mapping_file));
      if (typeof mapping === 'object') return fail(mapping.wrong);
      const statement = await openStatement(file, terminal);
      if ('wrong' in statement) return fail(statement.wrong);
      const file_name = file === '-' ? undefined : basename(file);
      const is_plain =
        rest.profile === undefined &&
        mapping === undefined &&
        file !== '-' &&
        !/\.xml$/i.test(file);
      await perform({
        call: async (client) => {
          const answer = await client.operator('/statements', {
            method: 'POST',
            query: { ...fieldsOf(rest), mapping, file_name, progress: true },
            upload: statement.pieces,
            progress: matchingProgress(terminal),
            patient: true,
          });
          clearProgress(terminal);
          return answer;
        },
        show: reportImport,
        hint: ({ code, detail }) =>
          is_plain && code === 'statement_invalid' && ANOTHER_LAYOUT.test(detail)
            ? `To find out how to read it: payment-orders statements guess ${file}`
            : null,
      });
    });
  examples(command, [
    'statements import camt053-2026-03-05.xml',
    'statements import camt053-2026-03-05.xml --dry-run',
    'statements import march.csv --receiving-account-id ACCOUNT --profile indian --on-error skip',
    'statements import march.csv --receiving-account-id ACCOUNT --mapping our-bank.json',
  ]);
}

function addGuess(statements: Command, perform: Perform, terminal: Terminal, end: End): void {
  const command = statements
    .command('guess')
    .description('propose how to read a bank’s file; nothing is imported');
  command
    .argument('<file>', 'the file, or its first lines; - reads standard input')
    .option('--sheet <name>', 'of a workbook (default: the first sheet with a table)')
    .action(async (file: string, options: Options) => {
      const statement = await openStatement(file, terminal);
      if ('wrong' in statement) {
        terminal.err(`${statement.wrong}\n`);
        end(EXIT.failed);
        return;
      }
      await perform({
        call: async (client) => {
          const upload = statement.pieces;
          const query = fieldsOf(options);
          const answer = await client.operator('/statements/guess', {
            method: 'POST',
            query,
            upload,
          });
          clearProgress(terminal);
          return answer;
        },
        show: reportGuess,
      });
    });
  examples(command, [
    'statements guess march.csv',
    'statements guess march.csv --json | jq .mapping > our-bank.json',
    "statements guess march.csv --json | jq '.choices[0].mapping' > our-bank.json",
  ]);
}

const COLUMNS = [
  'id',
  'receiving_account_id',
  'format',
  'bank_reference',
  'first_day',
  'last_day',
  'lines',
  'in_cents',
  'out_cents',
  'currency',
  'imported_at',
];

const CUT_OFF =
  'Imports under way or cut off: import the same file again, and the rest of its lines is taken';
const CUT_OFF_COLUMNS = ['id', 'file_name', 'format', 'profile', 'lines', 'progress_at'];

/** Of an import that is not complete the lines are shown as `7936 of 20000`. */
function showStatements(statements: readonly Json[], view: View): string {
  const rows = statements.map(
    (one): Json => ({
      ...one,
      lines: one.complete === false ? `${one.taken_lines} of ${one.lines}` : one.lines,
    }),
  );
  const open = rows.filter((one) => one.complete === false);
  const shown = table(rows, COLUMNS, view);
  if (open.length === 0) return shown;
  return shown + heading(CUT_OFF, view) + table(open, CUT_OFF_COLUMNS, view);
}

export function addStatementCommands(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: End,
): void {
  const statements = program.command('statements').description('bank statements');
  addImport(statements, perform, terminal, end);
  addGuess(statements, perform, terminal, end);
  const list = withPaging(
    statements.command('list').description('imported statements, newest first'),
  );
  list
    .option('--receiving-account-id <id>', 'of one receiving account')
    .action((options: Options) =>
      perform({
        call: (client) => client.operator('/statements', { query: fieldsOf(options) }),
        show: (body, view) => showStatements(arrayOf(body.data), view),
      }),
    );
  examples(list, ['statements list --receiving-account-id ACCOUNT']);
  addFeedCommands(program, perform);
}
