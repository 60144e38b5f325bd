// `payouts batches file`: an exported batch as a file for the bank, with a warning if it must not
// be sent again or names payees in another way.
import type { Command } from 'commander';
import { type Client, type Json, path, type ServiceAnswer } from '../client/client.ts';
import { EXIT } from '../client/exit-code.ts';
import { readJsonFile } from '../client/json-file.ts';
import { examples, fieldsOf, type Options } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { saveFile } from '../client/save-file.ts';
import { arrayOf, clean, objectOf, record, table } from '../client/show.ts';
import type { Terminal } from '../client/terminal.ts';

/** Some pay-outs are answered or decided: sent again, they might be paid twice. */
function warningOf(batch: Json): string | null {
  const told = Number(batch.payout_count) - Number(objectOf(batch.counts).sent);
  if (told === 0) return null;
  return `${told} of its pay-outs are answered or decided already: do not send this file again.`;
}

/** Which of a batch's files, as the service's query asks for it. */
type Choice = { ending: 'csv' | 'xml'; query: Record<string, string> };

/** How the command line says it; `wrong` if the options contradict each other. */
async function choiceOf(options: Options): Promise<Choice | { wrong: string }> {
  const { csv, layout, mapping, xmlVersion: version } = options;
  const is_csv = csv === true || layout !== undefined || mapping !== undefined;
  if (version !== undefined && is_csv) return { wrong: '--xml-version is for pain.001 only' };
  if (layout !== undefined && mapping !== undefined) {
    return { wrong: 'Give --layout or --mapping, not both' };
  }
  if (mapping !== undefined) {
    const text = await readJsonFile(String(mapping));
    return typeof text === 'object' ? text : { ending: 'csv', query: { mapping: text } };
  }
  if (layout !== undefined) return { ending: 'csv', query: { layout: String(layout) } };
  if (is_csv) return { ending: 'csv', query: {} };
  return { ending: 'xml', query: version === undefined ? {} : { version: String(version) } };
}

const MOST_NAMES = 10;

/** Names that the bank will see otherwise, so that nobody learns it from a rejected payment. */
function namesText(body: Json): string | null {
  const names = arrayOf(body.data);
  if (names.length === 0) return null;
  const shown = names
    .slice(0, MOST_NAMES)
    .map(({ end_to_end_id, given, written }) =>
      clean(`  ${end_to_end_id}: ${given} -> ${written ?? 'NOT PROVIDED'}`),
    );
  const rest = names.length - shown.length;
  const more = rest > 0 ? [`  and ${rest} more: payouts batches names BATCH`] : [];
  return ['Names that the file writes in another way:', ...shown, ...more].join('\n');
}

type Fetched = { file: ServiceAnswer; warnings: readonly string[] };

async function fetchFile(client: Client, id: string, { ending, query }: Choice): Promise<Fetched> {
  const batch = await client.operator(path`/payout_batches/${id}`);
  if (batch.kind !== 'body') return { file: batch, warnings: [] };
  const address = `${path`/payout_batches/${id}`}/file.${ending}`;
  const file = await client.operator(address, { query, file: true, patient: true });
  if (file.kind !== 'body') return { file, warnings: [] };
  const names = await client.operator(path`/payout_batches/${id}/changed_names`, { query });
  const told = [warningOf(batch.body), names.kind === 'body' ? namesText(names.body) : null];
  return { file, warnings: told.filter((one) => one !== null) };
}

function withChoice(command: Command): Command {
  return command
    .option('--layout <name>', 'in the layout of a bank (payouts layouts lists them)')
    .option('--mapping <file>', 'in your bank’s own layout: JSON, as payouts layouts shows it')
    .option('--xml-version <version>', '001.001.09 (default) or 001.001.03');
}

type End = (exit_code: number) => void;

/** What a request asks for, or a message and the exit code for it. */
async function chosen(options: Options, terminal: Terminal, end: End): Promise<Choice | null> {
  const choice = await choiceOf(options);
  if (!('wrong' in choice)) return choice;
  terminal.err(`${choice.wrong}\n`);
  end(EXIT.failed);
  return null;
}

const NAME_COLUMNS = ['end_to_end_id', 'given', 'written', 'changes'];
const PROBLEM_COLUMNS = ['order_id', 'end_to_end_id', 'trade_id', 'field', 'problem'];

type Chooses = (options: Options) => Promise<Choice | null>;

type Look = {
  readonly name: string;
  readonly description: string;
  readonly address: (id: string) => string;
  readonly columns: readonly string[];
  readonly examples: readonly string[];
};

const LOOKS: readonly Look[] = [
  {
    name: 'names',
    description: 'payees whose name the file changes',
    address: (id) => path`/payout_batches/${id}/changed_names`,
    columns: NAME_COLUMNS,
    examples: ['payouts batches names BATCH', 'payouts batches names BATCH --layout hdfc-enet'],
  },
  {
    name: 'problems',
    description: 'what the file could not carry',
    address: (id) => path`/payout_batches/${id}/file_problems`,
    columns: PROBLEM_COLUMNS,
    examples: ['payouts batches problems BATCH --layout icici-cib'],
  },
];

/** What a file in this layout would be like, without making it. */
function addLook(batches: Command, look: Look, perform: Perform, chooses: Chooses): void {
  const command = batches.command(look.name).description(look.description);
  withChoice(command)
    .argument('<batch>', 'the batch’s id')
    .action(async (id: string, options: Options) => {
      const choice = await chooses(options);
      if (choice === null) return;
      await perform({
        call: (client) => client.operator(look.address(id), { query: choice.query }),
        show: (body, view) => table(arrayOf(body.data), look.columns, view),
      });
    });
  examples(command, look.examples);
}

function addExport(batches: Command, perform: Perform, terminal: Terminal, end: End): void {
  const command = batches
    .command('export')
    .description('check the file and export a batch: it never changes again');
  withChoice(command)
    .argument('<batch>', 'the batch’s id')
    .option('--execution-on <day>', 'when the bank is to pay (default: today in UTC)')
    .option('--note <text>', 'why; recorded in the audit trail')
    .action(async (id: string, options: Options) => {
      const choice = await chosen(options, terminal, end);
      if (choice === null) return;
      const { executionOn, note } = options;
      await perform({
        call: (client) =>
          client.operator(path`/payout_batches/${id}/export`, {
            method: 'POST',
            fields: { ...fieldsOf({ executionOn, note }), ...choice.query },
          }),
        show: record,
      });
    });
  examples(command, [
    'payouts batches export BATCH --execution-on 2026-03-06',
    'payouts batches export BATCH --layout icici-cib',
  ]);
}

export function addPayoutLayoutsCommand(payouts: Command, perform: Perform): void {
  const command = payouts
    .command('layouts')
    .description('layouts of banks’ bulk payments that are built in');
  command.action(() =>
    perform({
      call: (client) => client.operator('/payout_layouts'),
      show: (body, view) => table(arrayOf(body.data), ['name', 'title'], view),
    }),
  );
  examples(command, [
    'payouts layouts',
    'payouts layouts --json | jq ".data[0].mapping" > our-bank.json',
  ]);
}

export function addPayoutFileCommand(
  batches: Command,
  perform: Perform,
  terminal: Terminal,
  end: End,
): void {
  const chooses: Chooses = (options) => chosen(options, terminal, end);
  for (const look of LOOKS) addLook(batches, look, perform, chooses);
  addExport(batches, perform, terminal, end);
  const command = batches.command('file').description('the file of an exported batch');
  withChoice(command)
    .argument('<batch>', 'the batch’s id')
    .option('--csv', 'as CSV instead of pain.001')
    .option('--out <file>', 'a new file instead of standard output')
    .action(async (id: string, { out, ...options }: Options) => {
      const choice = await chosen(options, terminal, end);
      if (choice === null) return;
      await perform({
        call: async (client) => {
          const { file, warnings } = await fetchFile(client, id, choice);
          for (const warning of warnings) terminal.err(`${warning}\n`);
          if (file.kind !== 'body' || typeof out !== 'string') return file;
          return await saveFile(out, String(file.body.content), { written: true });
        },
        show: (body, view) =>
          typeof body.content === 'string' ? body.content : record(body, view),
      });
    });
  examples(command, [
    'payouts batches file BATCH --out batch.xml',
    'payouts batches file BATCH --csv > batch.csv',
    'payouts batches file BATCH --layout hdfc-enet --out ABCD2211.001',
  ]);
}
