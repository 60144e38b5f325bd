// `payouts batches file`: an exported batch as a file for the bank, with a warning if it must not
// be sent again.
import type { Command } from 'commander';
import { type Client, type Json, path, type ServiceAnswer } from '../client/client.ts';
import { examples, type Options } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { saveFile } from '../client/save-file.ts';
import { objectOf, record } from '../client/show.ts';
import type { Terminal } from '../client/terminal.ts';

/** Some pay-outs are answered or decided: sent again, they might be paid twice. */
function warningOf(batch: Json): string | null {
  const told = Number(batch.payout_count) - Number(objectOf(batch.counts).sent);
  if (told === 0) return null;
  return `${told} of its pay-outs are answered or decided already: do not send this file again.`;
}

type Fetched = { file: ServiceAnswer; warning: string | null };

async function fetchFile(client: Client, id: string, ending: 'csv' | 'xml'): Promise<Fetched> {
  const batch = await client.operator(path`/payout_batches/${id}`);
  if (batch.kind !== 'body') return { file: batch, warning: null };
  const address = `${path`/payout_batches/${id}`}/file.${ending}`;
  const file = await client.operator(address, { file: true, patient: true });
  return { file, warning: file.kind === 'body' ? warningOf(batch.body) : null };
}

export function addPayoutFileCommand(batches: Command, perform: Perform, terminal: Terminal): void {
  const command = batches.command('file').description('the file of an exported batch');
  command
    .argument('<batch>', 'the batch’s id')
    .option('--csv', 'as CSV instead of pain.001')
    .option('--out <file>', 'a new file instead of standard output')
    .action((id: string, { csv, out }: Options) =>
      perform({
        call: async (client) => {
          const { file, warning } = await fetchFile(client, id, csv === true ? 'csv' : 'xml');
          if (warning !== null) terminal.err(`${warning}\n`);
          if (file.kind !== 'body' || typeof out !== 'string') return file;
          return await saveFile(out, String(file.body.content), { written: true });
        },
        show: (body, view) =>
          typeof body.content === 'string' ? body.content : record(body, view),
      }),
    );
  examples(command, [
    'payouts batches file BATCH --out batch.xml',
    'payouts batches file BATCH --csv > batch.csv',
  ]);
}
