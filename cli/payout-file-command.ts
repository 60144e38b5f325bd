// `payouts batches file`: an exported batch as a file for the bank, with a warning where it must
// not go there again.
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { type Answer, type Client, type Json, path } from './client.ts';
import { EXIT } from './exit-code.ts';
import { examples, type Options } from './options.ts';
import type { Perform } from './perform.ts';
import { objectOf, record } from './show.ts';
import type { Terminal } from './terminal.ts';

/** A file that is there already is not lost. */
async function save(file: string, content: string): Promise<string | null> {
  try {
    await writeFile(file, content, { flag: 'wx', mode: 0o600 });
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return `${file} cannot be written (${String(error.code)}).`;
  }
}

/** The bank has told of some, or some have ended: sent again, they might be paid again. */
function warningOf(batch: Json): string | null {
  const told = Number(batch.payout_count) - Number(objectOf(batch.counts).sent);
  if (told === 0) return null;
  return `${told} of its pay-outs are answered or decided by now: do not send this file again.`;
}

type Fetched = { file: Answer; warning: string | null };

async function fetchFile(client: Client, id: string, ending: 'csv' | 'xml'): Promise<Fetched> {
  const batch = await client.operator(path`/payout_batches/${id}`);
  if (batch.kind !== 'body') return { file: batch, warning: null };
  const address = `${path`/payout_batches/${id}`}/file.${ending}`;
  const file = await client.operator(address, { file: true, patient: true });
  return { file, warning: file.kind === 'body' ? warningOf(batch.body) : null };
}

export function addPayoutFileCommand(
  batches: Command,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const command = batches.command('file').description('the file of an exported batch');
  command
    .argument('<batch>', 'the batch’s id')
    .option('--csv', 'as CSV instead of pain.001')
    .option('--out <file>', 'a new file instead of standard output')
    .action(async (id: string, { csv, out }: Options) => {
      const problems: string[] = [];
      const keep = async (content: string, file: string): Promise<Answer> => {
        const problem = await save(file, content);
        if (problem !== null) problems.push(problem);
        return { kind: 'body', body: { file, written: problem === null } };
      };
      await perform({
        call: async (client) => {
          const { file, warning } = await fetchFile(client, id, csv === true ? 'csv' : 'xml');
          if (warning !== null) terminal.err(`${warning}\n`);
          if (file.kind !== 'body' || typeof out !== 'string') return file;
          return await keep(String(file.body.content), out);
        },
        show: (body, view) =>
          typeof body.content === 'string' ? body.content : record(body, view),
      });
      if (problems.length === 0) return;
      terminal.err(`${problems.join('\n')}\n`);
      end(EXIT.failed);
    });
  examples(command, [
    'payouts batches file BATCH --out batch.xml',
    'payouts batches file BATCH --csv > batch.csv',
  ]);
}
