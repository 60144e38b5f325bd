// `proof check`: whether the proof in a file is valid, from files and keys alone.
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { TrustedKey } from '../../sdk/proof/proof-document.ts';
import { type ProofCheck, verifyProof } from '../../sdk/verify-proof.ts';
import type { Json } from '../client/client.ts';
import { EXIT } from '../client/exit-code.ts';
import { collect, examples, type Options } from '../client/options.ts';
import { inWords } from '../client/plain-words.ts';
import { arrayOf, clean, objectOf, record } from '../client/show.ts';
import type { Terminal } from '../client/terminal.ts';

type FileRead = { value: unknown } | { wrong: string };

/** A file's JSON, or a sentence why there is none; null without a file name. */
async function readJson(name: unknown): Promise<FileRead> {
  if (name === undefined) return { value: undefined };
  const file = String(name);
  try {
    return { value: JSON.parse(await readFile(file, 'utf8')) };
  } catch (error) {
    if (error instanceof SyntaxError) return { wrong: `${file} is not JSON.` };
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { wrong: `${file} cannot be read: ${inWords(String(error.code))}.` };
  }
}

type Files = { document: unknown; entries: unknown; earlier: unknown; listed: unknown };

/** All files, or why one of them cannot be read. */
async function readFiles(file: string, options: Options): Promise<Files | { wrong: string }> {
  const names = [file, options.entries, options.earlier, options.keys];
  const values: unknown[] = [];
  for (const read of await Promise.all(names.map(readJson))) {
    if ('wrong' in read) return read;
    values.push(read.value);
  }
  const [document, entries, earlier, listed] = values;
  return { document, entries, earlier, listed };
}

const keysGiven = (given: unknown): TrustedKey[] =>
  (Array.isArray(given) ? given : []).map((public_key) => ({ public_key: String(public_key) }));

/** The keys in a file; entries without the form of a key are left out. */
function keysListed(file: unknown): TrustedKey[] {
  return arrayOf(objectOf(file).keys).flatMap(({ public_key, ended_at }) =>
    typeof public_key === 'string'
      ? [{ public_key, ended_at: typeof ended_at === 'string' ? ended_at : null }]
      : [],
  );
}

/** A page of the API, or the list inside it. */
function listIn(value: unknown): readonly never[] {
  const list = Array.isArray(value) ? value : objectOf(value).data;
  return Array.isArray(list) ? (list as never[]) : [];
}

/** The result of a check, for `--json`. */
function told(check: ProofCheck): Json {
  if (!check.ok) return check;
  const { statement, heads, entries } = check;
  return { ok: true, ...statement, books: heads.length, entries };
}

async function checkFiles(
  { document, entries, earlier }: Files,
  keys: readonly TrustedKey[],
): Promise<ProofCheck> {
  return await verifyProof(document, keys, {
    ...(entries === undefined ? {} : { entries: listIn(entries) }),
    ...(earlier === undefined ? {} : { earlier }),
  });
}

export function addProofCheck(
  proof: Command,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const fail = (message: string, exit_code: number) => {
    terminal.err(`${clean(message)}\n`);
    end(exit_code);
  };
  const check = proof.command('check').description('check a proof in a file, without the service');
  check
    .argument('<file>', 'the proof document, a merchant’s or the whole')
    .option(
      '--public-key <key>',
      'the service’s key, from another channel; may be repeated',
      collect,
    )
    .option('--keys <file>', 'several keys with their ends, as proof keys --json prints them')
    .option('--entries <file>', 'a merchant’s entries as a JSON list, walked to the signed head')
    .option('--earlier <file>', 'a document that you kept: the new one must continue it')
    .action(async (file: string, options: Options) => {
      const files = await readFiles(file, options);
      if ('wrong' in files) return fail(files.wrong, EXIT.failed);
      const keys = [...keysGiven(options.publicKey), ...keysListed(files.listed)];
      if (keys.length === 0) return fail('Give the key: --public-key or --keys.', EXIT.usage);
      const found = await checkFiles(files, keys);
      const is_json = proof.optsWithGlobals().json === true;
      const view = { utc: true, color: false };
      terminal.out(
        is_json ? `${JSON.stringify(told(found), null, 2)}\n` : record(told(found), view),
      );
      return end(found.ok ? EXIT.ok : EXIT.failed);
    });
  examples(check, [
    'proof check proof.json --public-key KEY --earlier yesterday.json',
    'proof check proof.json --keys keys-of-the-service.json',
  ]);
}
