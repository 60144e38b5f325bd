// `verify` and `proof`: whether the books hold, and the signed proofs of it.
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type ProofCheck, verifyProof } from '../sdk/verify-proof.ts';
import { type Json, path } from './client.ts';
import { EXIT } from './exit-code.ts';
import { examples, fieldsOf, type Options, withPaging } from './options.ts';
import type { Perform } from './perform.ts';
import { clean, heading, objectOf, record, rowsOf, table, type View } from './show.ts';
import type { Terminal } from './terminal.ts';

const CLEAR_LINE = '\r\u001b[K';

/** One line that is written over, and only where somebody looks. */
function progressOn(terminal: Terminal): (line: Json) => void {
  return ({ step, done, of }) => {
    if (!terminal.err_is_tty) return;
    const percent = Number(of) === 0 ? 100 : Math.floor((100 * Number(done)) / Number(of));
    terminal.err(`${CLEAR_LINE}Proving ${clean(String(step))}: ${percent} %`);
  };
}

function problemsOf(problems: unknown, view: View): string {
  const found = Array.isArray(problems) ? problems : [];
  const rows = found.map((problem) => ({ problem }));
  return rows.length === 0 ? '' : table(rows, ['problem'], view);
}

function addVerify(program: Command, perform: Perform, terminal: Terminal): void {
  const verify = program
    .command('verify')
    .description('prove the books: sums, chains and balances from the first entry');
  verify.action(() =>
    perform({
      call: async (client) => {
        const query = { progress: true };
        const progress = progressOn(terminal);
        const answer = await client.operator('/verify', { query, progress, patient: true });
        if (terminal.err_is_tty) terminal.err(CLEAR_LINE);
        return answer;
      },
      failed: (body) => body.ok !== true,
      show: (body, view) => {
        const { problems, ...counts } = body;
        return record(counts, view) + problemsOf(problems, view);
      },
    }),
  );
  verify.addHelpText('after', '\nThe exit code is 1 where the books do not prove.');
  examples(verify, ['verify', 'verify --json']);
}

/** What is signed and hashed are texts of JSON; people see what is in them. */
function showProof(body: Json, view: View): string {
  const statement = objectOf(JSON.parse(String(body.statement)));
  const { leaves, signature, public_key } = body;
  const [first, ...heads] = (Array.isArray(leaves) ? leaves : []).map((leaf) =>
    objectOf(JSON.parse(String(leaf))),
  );
  const { balances, ...totals } = objectOf(first?.totals);
  return [
    record({ ...statement, signature, public_key }, view),
    heading('All books', view),
    record(totals, view),
    table(rowsOf(balances), ['account', 'currency', 'balance_cents'], view),
    heading('Heads', view),
    table(heads, ['book', 'number', 'hash'], view),
  ].join('');
}

export function addProofCommands(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  addVerify(program, perform, terminal);
  const proof = program.command('proof').description('signed proofs of the books');
  const list = withPaging(proof.command('list').description('all, newest first'));
  list.action((options: Options) =>
    perform({
      call: (client) => client.operator('/proofs', { query: fieldsOf(options) }),
      show: (body, view) => table(rowsOf(body.data), ['number', 'day', 'made_at', 'hash'], view),
    }),
  );
  const show = proof.command('show').description('the proof of a day, with all books');
  show
    .argument('<day>', 'as 2026-11-20, or latest')
    .action((day: string) =>
      perform({ call: (client) => client.operator(path`/proofs/${day}`), show: showProof }),
    );
  examples(show, ['proof show latest --json > proof.json']);
  const make = proof.command('make').description('sign the day that has ended, if nobody has');
  make.action(() =>
    perform({
      call: (client) => client.operator('/proofs', { method: 'POST', patient: true }),
      failed: (body) => body.outcome === 'refused',
      show: (body, view) => {
        const { problems, ...made } = body;
        return record(made, view) + problemsOf(problems, view);
      },
    }),
  );
  make.addHelpText('after', '\nThe exit code is 1 where the books do not hold.');
  const keys = proof.command('keys').description('the public keys that proofs are signed with');
  keys.action(() =>
    perform({
      call: (client) => client.operator('/proof_keys'),
      show: (body, view) =>
        table(rowsOf(body.keys), ['key_id', 'algorithm', 'public_key', 'created_at'], view),
    }),
  );
  addCheck(proof, terminal, end);
}

/** A file's JSON, or in words why there is none. */
async function readJson(file: string): Promise<{ value: unknown } | { wrong: string }> {
  try {
    return { value: JSON.parse(await readFile(file, 'utf8')) };
  } catch (error) {
    if (error instanceof SyntaxError) return { wrong: `${file} is not JSON.` };
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { wrong: `${file} cannot be read (${String(error.code)}).` };
  }
}

/** What a check of a proof says, for `--json`. */
function told(check: ProofCheck): Json {
  if (!check.ok) return check;
  const { statement, heads, entries } = check;
  return { ok: true, ...statement, books: heads.length, entries };
}

function addCheck(proof: Command, terminal: Terminal, end: (exit_code: number) => void): void {
  const check = proof.command('check').description('check a proof in a file; asks no service');
  check
    .argument('<file>', 'the document, a merchant’s or the whole')
    .requiredOption('--public-key <key>', 'the service’s, got by another way than the document')
    .option('--entries <file>', 'a merchant’s entries as a JSON list, walked to the signed head')
    .option('--earlier <file>', 'a document that was kept: the new one must go on from it')
    .action(async (file: string, options: Options) => {
      const files = [file, options.entries, options.earlier].map((name) =>
        name === undefined ? { value: undefined } : readJson(String(name)),
      );
      const [document, entries, earlier] = await Promise.all(files);
      for (const read of [document, entries, earlier]) {
        if (read === undefined || 'value' in read) continue;
        terminal.err(`${clean(read.wrong)}\n`);
        return end(EXIT.failed);
      }
      const value = (read: typeof document) =>
        read !== undefined && 'value' in read ? read.value : undefined;
      const found = await verifyProof(value(document), String(options.publicKey), {
        ...(options.entries === undefined ? {} : { entries: listIn(value(entries)) }),
        ...(options.earlier === undefined ? {} : { earlier: value(earlier) }),
      });
      const is_json = proof.optsWithGlobals().json === true;
      const view = { utc: true, color: false };
      terminal.out(
        is_json ? `${JSON.stringify(told(found), null, 2)}\n` : record(told(found), view),
      );
      return end(found.ok ? EXIT.ok : EXIT.failed);
    });
  examples(check, ['proof check proof.json --public-key KEY --earlier yesterday.json']);
}

/** A page of the API, or the list in it. */
function listIn(value: unknown): readonly never[] {
  const list = Array.isArray(value) ? value : objectOf(value).data;
  return Array.isArray(list) ? (list as never[]) : [];
}
