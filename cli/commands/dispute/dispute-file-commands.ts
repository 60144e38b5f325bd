// `disputes`: files with messages about contested trades: send, download and remove one.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { FILE_MAX_BYTES } from '../../client/bounds.gen.ts';
import { type Client, path, type ServiceAnswer } from '../../client/client.ts';
import { EXIT } from '../../client/exit-code.ts';
import { examples, fieldsOf, type Options } from '../../client/options.ts';
import type { Perform } from '../../client/perform.ts';
import { saveFile } from '../../client/save-file.ts';
import { objectOf, record } from '../../client/show.ts';
import type { Terminal } from '../../client/terminal.ts';
import { DISPUTE, disputePath, disputeText } from './dispute-place.ts';

const FILE = 'the file’s id';

type CliEnd = { terminal: Terminal; end: (code: number) => void };

async function download(
  client: Client,
  dispute: string,
  id: string,
  out: string | undefined,
): Promise<ServiceAnswer> {
  const answer = await client.file(`${disputePath(dispute)}${path`/files/${id}`}`);
  if (answer.kind !== 'file') return answer;
  const { bytes, name } = answer;
  return await saveFile(out ?? name, bytes, { size_bytes: bytes.length });
}

const isFile = async (name: string): Promise<boolean> =>
  await stat(name).then(
    (found) => found.isFile(),
    () => false,
  );

const MEBIBYTE = 1_024 * 1_024;

export function addDisputeFileCommands(
  disputes: Command,
  perform: Perform,
  { terminal, end }: CliEnd,
): void {
  const send = disputes.command('send-file').description('send a picture with a message');
  send
    .argument('<dispute>', DISPUTE)
    .argument('<file>', `a PNG, JPEG or WebP of at most ${FILE_MAX_BYTES.picture / MEBIBYTE} MB`)
    .option('--text <text>', 'a message that goes with it')
    .option('--visibility <who>', 'shared (default), merchant or internal')
    .action(async (dispute: string, file: string, options: Options) => {
      if (!(await isFile(file))) {
        terminal.err(`There is no file ${file}.\n`);
        end(EXIT.failed);
        return;
      }
      await perform({
        call: (client) =>
          client.operator(`${disputePath(dispute)}/files`, {
            method: 'POST',
            query: fieldsOf(options),
            upload: createReadStream(file),
            headers: { 'content-type': 'application/octet-stream' },
          }),
        show: disputeText,
      });
    });
  examples(send, ['disputes send-file DISPUTE letter.jpg --text "The bank’s answer"']);
  const get = disputes
    .command('download')
    .description('save a file about a dispute; recorded in the audit trail');
  get
    .argument('<dispute>', DISPUTE)
    .argument('<file>', FILE)
    .option('--out <file>', 'where to save it (default: here, under its own name)')
    .action((dispute: string, id: string, { out }: { out?: string }) =>
      perform({ call: (client) => download(client, dispute, id, out), show: record }),
    );
  examples(get, ['disputes download DISPUTE FILE --out letter.jpg']);
  const remove = disputes
    .command('remove-file')
    .description('remove a file about a dispute for good; its message stays');
  remove
    .argument('<dispute>', DISPUTE)
    .argument('<file>', FILE)
    .requiredOption('--reason <text>', 'why, in your words')
    .action((dispute: string, id: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(`${disputePath(dispute)}${path`/files/${id}`}`, {
            method: 'DELETE',
            fields: fieldsOf(options),
          }),
        show: (body, view) => record(objectOf(body), view),
      }),
    );
  examples(remove, ['disputes remove-file DISPUTE FILE --reason "Asked for by the payer"']);
}
