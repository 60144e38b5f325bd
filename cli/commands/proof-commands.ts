// `verify` and `proof`: whether the books hold, and the signed proofs of it.
import type { Command } from 'commander';
import { type Json, path } from '../client/client.ts';
import {
  examples,
  fieldsOf,
  type Options,
  wholeNumberOption,
  withPaging,
} from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { arrayOf, clean, heading, objectOf, record, table, type View } from '../client/show.ts';
import type { Terminal } from '../client/terminal.ts';
import { addProofCheck } from './proof-check-command.ts';

const CLEAR_LINE = '\r\u001b[K';

/** One line that is overwritten, and only on a terminal. */
function progressOn(terminal: Terminal): (line: Json) => void {
  return ({ cell, step, done, of }) => {
    if (!terminal.err_is_tty) return;
    const percent = Number(of) === 0 ? 100 : Math.floor((100 * Number(done)) / Number(of));
    const what = [cell, step]
      .filter((word) => typeof word === 'string')
      .map(clean)
      .join(', ');
    terminal.err(`${CLEAR_LINE}Proving ${what}: ${percent} %`);
  };
}

function sentencesOf(column: string, sentences: unknown, view: View): string {
  const found = Array.isArray(sentences) ? sentences : [];
  const rows = found.map((sentence) => ({ [column]: sentence }));
  return rows.length === 0 ? '' : table(rows, [column], view);
}

function addVerify(program: Command, perform: Perform, terminal: Terminal): void {
  const verify = program
    .command('verify')
    .description('verify the books: sums, chains and balances since the last signed proof');
  verify
    .option('--full', 'from the first entry on; goes on with a full check that was interrupted')
    .option('--anew', 'with --full: from the first entry in any case');
  verify.action((options: Options) =>
    perform({
      call: async (client) => {
        const query = { progress: true, ...fieldsOf(options) };
        const progress = progressOn(terminal);
        const answer = await client.operator('/verify', { query, progress, patient: true });
        if (terminal.err_is_tty) terminal.err(CLEAR_LINE);
        return answer;
      },
      failed: (body) => body.ok !== true,
      show: (body, view) => {
        const { problems, not_checked, cells_away: _, ...counts } = body;
        return (
          record(counts, view) +
          sentencesOf('problem', problems, view) +
          sentencesOf('not_checked', not_checked, view)
        );
      },
    }),
  );
  verify.addHelpText(
    'after',
    '\nThe exit code is 1 if the books do not hold. What was not looked at is listed.',
  );
  examples(verify, ['verify', 'verify --full --json']);
}

/** What is signed and hashed are JSON texts; people see their content. */
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
    table(arrayOf(balances), ['account', 'currency', 'balance_cents'], view),
    heading('Heads', view),
    table(heads, ['book', 'number', 'hash'], view),
  ].join('');
}

const KEY_COLUMNS = ['key_id', 'algorithm', 'public_key', 'created_at', 'ended_at'];

function addRotation(proof: Command, perform: Perform): void {
  const rotate = proof
    .command('rotate-key')
    .description('end the key that signs; a new one signs from then on, the old one stays listed');
  rotate
    .argument('<key>', 'the id of the key to end, as proof keys shows it', wholeNumberOption)
    .requiredOption('--note <text>', 'why; recorded in the audit trail')
    .action((key_id: number, options: Options) =>
      perform({
        call: (client) => {
          const fields = { key_id, ...fieldsOf(options) };
          return client.operator('/proof_keys', { method: 'POST', fields });
        },
        show: ({ outcome, ended, key }, view) =>
          record({ outcome }, view) +
          heading('Ended', view) +
          record(objectOf(ended), view) +
          heading('Signs now', view) +
          record(objectOf(key), view),
      }),
    );
  examples(rotate, ['proof rotate-key 1 --note "Yearly change"']);
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
      show: (body, view) => table(arrayOf(body.data), ['number', 'day', 'made_at', 'hash'], view),
    }),
  );
  const show = proof.command('show').description('the proof of a day, with all books');
  show
    .argument('<day>', 'as 2026-11-20, or latest')
    .action((day: string) =>
      perform({ call: (client) => client.operator(path`/proofs/${day}`), show: showProof }),
    );
  examples(show, ['proof show latest --json > proof.json']);
  const make = proof
    .command('make')
    .description('sign the day that has ended, unless it is signed');
  make.action(() =>
    perform({
      call: (client) => client.operator('/proofs', { method: 'POST', patient: true }),
      failed: (body) => body.outcome === 'refused',
      show: (body, view) => {
        const { problems, ...made } = body;
        return record(made, view) + sentencesOf('problem', problems, view);
      },
    }),
  );
  make.addHelpText('after', '\nThe exit code is 1 if the books do not hold.');
  const keys = proof.command('keys').description('the public keys that proofs are signed with');
  keys.action(() =>
    perform({
      call: (client) => client.operator('/proof_keys'),
      show: (body, view) => table(arrayOf(body.keys), KEY_COLUMNS, view),
    }),
  );
  addRotation(proof, perform);
  addProofCheck(proof, terminal, end);
}
