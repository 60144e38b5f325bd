// `audit`: who did what, from where and why; exported and checked without the service.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { ChainCheck } from '../client/audit-chain.ts';
import type { Json } from '../client/client.ts';
import { download, OUT, saveNamed, XLSX } from '../client/download.ts';
import { EXIT } from '../client/exit-code.ts';
import { examples, fieldsOf, type Options, withPaging } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { inWords } from '../client/plain-words.ts';
import { actorInWords, arrayOf, clean, objectOf, record, table } from '../client/show.ts';
import type { Terminal } from '../client/terminal.ts';
import { targetInWords } from '../client/words/target-words.ts';

const COLUMNS = ['number', 'at', 'by', 'action', 'about', 'target', 'note', 'address', 'detail'];

/** The reason gets a column of its own; everything else stays in the detail. */
function rowOf(entry: Json): Json {
  const { address } = objectOf(entry.origin);
  const detail = objectOf(entry.detail);
  const why = detail.note == null ? 'reason' : 'note';
  const { [why]: note, ...others } = detail;
  const rest = Object.entries(others).filter(([, value]) => value !== null);
  return {
    ...entry,
    by: actorInWords(entry.actor),
    about: targetInWords(entry.named_target),
    address,
    note,
    detail: rest.length === 0 ? null : Object.fromEntries(rest),
  };
}

const withFilters = (command: Command): Command =>
  command
    .option('--actor <actor>', 'operator, feed, merchant, customer, service, or an id')
    .option('--action <action>', 'one kind of act, as bank_line_assign')
    .option('--target <path>', 'one record and everything below it, as trades/MERCHANT/TRADE')
    .option('--address <ip>', 'from this IP address')
    .option('--session-id <id>', 'in one session')
    .option('--operator-token-id <id>', 'with one token')
    .option('--request-id <id>', 'one request')
    .option('--note <words>', 'words of the reason')
    .option('--settings <which>', 'only changes of settings: all, or by_others')
    .option('--from <time>', 'from this time or day (UTC) on')
    .option('--to <time>', 'before this time or day (UTC)');

function addLists(audit: Command, perform: Perform): void {
  const add = (name: string, address: string, description: string) =>
    withFilters(withPaging(audit.command(name).description(description))).action(
      (options: Options) =>
        perform({
          call: (client) => client.operator(address, { query: fieldsOf(options) }),
          show: (body, view) => table(arrayOf(body.data).map(rowOf), COLUMNS, view),
        }),
    );
  examples(add('list', '/audit', 'the audit trail, newest first'), [
    'audit list --target trades/MERCHANT/TRADE',
    'audit list --action bank_line_assign --from 2026-03-01 --to 2026-04-01 --json',
    'audit list --note "asked by phone"',
  ]);
  const own = 'what you did, your sign-ins and what happened to your account';
  examples(add('own', '/own_audit', own), ['audit own --from 2026-03-01']);
}

function addExport(audit: Command, perform: Perform): void {
  const command = withFilters(
    audit.command('export').description('all entries that the filters leave, as JSON Lines'),
  );
  command
    .option('--csv', 'as CSV, for people; only JSON Lines can be checked')
    .option(...XLSX)
    .option(...OUT)
    .action(({ csv, xlsx, out, ...options }: Options) =>
      xlsx === true
        ? saveNamed(perform, '/audit.xlsx', out, options)
        : download(perform, csv === true ? '/audit.csv' : '/audit.jsonl', out, fieldsOf(options)),
    );
  examples(command, [
    'audit export --from 2026-03-01 --to 2026-04-01 --out march.jsonl',
    'audit export --csv --actor PERSON --out acts.csv',
    'audit export --xlsx --actor PERSON --out acts.xlsx',
  ]);
}

/** Line by line, because a trail may be long; or a sentence why the file cannot be read. */
async function checkFile(file: string): Promise<ChainCheck | { wrong: string }> {
  const check = new ChainCheck();
  let line = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(file, 'utf8') })) {
      line += 1;
      check.take(JSON.parse(text));
    }
    return check;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return { wrong: `${file}, line ${line}, is no JSON: give an export without --csv.` };
    }
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { wrong: `${file} cannot be read: ${inWords(String(error.code))}.` };
  }
}

function addCheck(audit: Command, terminal: Terminal, end: (exit_code: number) => void): void {
  const command = audit
    .command('check')
    .description('check an export in a file against its hashes, without the service');
  command.argument('<file>', 'as audit export writes it').action(async (file: string) => {
    const check = await checkFile(file);
    if ('wrong' in check) {
      terminal.err(`${clean(check.wrong)}\n`);
      end(EXIT.failed);
      return;
    }
    const { end: last, problems, ...counts } = check.done();
    const ok = problems.length === 0;
    const found = { ok, ...counts, head_number: last?.head_number, head_hash: last?.head_hash };
    const is_json = audit.optsWithGlobals().json === true;
    const view = { utc: true, color: false };
    terminal.out(
      is_json ? `${JSON.stringify({ ...found, problems }, null, 2)}\n` : record(found, view),
    );
    for (const problem of problems) terminal.err(`${clean(problem)}\n`);
    end(ok ? EXIT.ok : EXIT.failed);
  });
  examples(command, ['audit check march.jsonl']);
}

export function addAuditCommands(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const audit = program.command('audit').description('who did what, from where, and why');
  addLists(audit, perform);
  addExport(audit, perform);
  addCheck(audit, terminal, end);
}
