// `branding`: how a merchant's payment pages look, and who may show them in a frame.
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type Command, InvalidArgumentError } from 'commander';
import { FILE_MAX_BYTES } from '../client/bounds.gen.ts';
import { path } from '../client/client.ts';
import { EXIT } from '../client/exit-code.ts';
import { collect, examples, fieldsOf, MERCHANT, type Options } from '../client/options.ts';
import type { Perform } from '../client/perform.ts';
import { inWords } from '../client/plain-words.ts';
import { record } from '../client/show.ts';
import type { Terminal } from '../client/terminal.ts';

const KIBIBYTE = 1_024;

const place = (merchant: string) => path`/merchants/${merchant}/branding`;
const logoPlace = (merchant: string) => path`/merchants/${merchant}/logo`;

/** `none` removes a value. */
const orNone = (value: unknown) => (value === 'none' ? null : value);

function color(text: string): string {
  if (text === 'none' || /^#[0-9a-f]{6}$/i.test(text)) return text;
  throw new InvalidArgumentError('It must be a colour like #1a56c4, or none.');
}

function fieldsOfBranding(options: Options) {
  const { name, footer, color, frameAncestor, email, phone, helpUrl } = options;
  const frame_ancestors = Array.isArray(frameAncestor)
    ? frameAncestor.filter((origin) => origin !== 'none')
    : undefined;
  return fieldsOf({
    display_name: orNone(name),
    footer: orNone(footer),
    color: orNone(color),
    frame_ancestors,
    contact_email: orNone(email),
    contact_phone: orNone(phone),
    contact_url: orNone(helpUrl),
  });
}

type LogoFile = { bytes: Uint8Array } | { wrong: string };

async function readLogo(file: string): Promise<LogoFile> {
  try {
    const bytes = await readFile(file);
    if (bytes.length <= FILE_MAX_BYTES.logo) return { bytes };
    return { wrong: `${file} is larger than ${FILE_MAX_BYTES.logo} bytes, the most for a logo.` };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { wrong: `${file} cannot be read: ${inWords(String(error.code))}.` };
  }
}

export function addBrandingCommands(
  program: Command,
  perform: Perform,
  terminal: Terminal,
  end: (exit_code: number) => void,
): void {
  const branding = program.command('branding').description('how a merchant’s payment pages look');
  const show = branding.command('show').description('what a merchant’s pages show');
  show
    .argument('<merchant>', MERCHANT)
    .action((merchant: string) =>
      perform({ call: (client) => client.operator(place(merchant)), show: record }),
    );
  addSet(branding, perform);
  const logo = branding.command('logo').description('set or remove the logo');
  logo
    .argument('<merchant>', MERCHANT)
    .argument(
      '<file>',
      `a PNG, JPEG or WebP of at most ${FILE_MAX_BYTES.logo / KIBIBYTE} KiB, or none`,
    )
    .action(async (merchant: string, file: string) => {
      if (file === 'none') {
        const call = { method: 'DELETE' } as const;
        await perform({ call: (to) => to.operator(logoPlace(merchant), call), show: record });
        return;
      }
      const read = await readLogo(file);
      if ('wrong' in read) {
        terminal.err(`${read.wrong}\n`);
        end(EXIT.failed);
        return;
      }
      const upload = Readable.from([read.bytes]);
      await perform({
        call: (client) =>
          client.operator(logoPlace(merchant), {
            method: 'PUT',
            upload,
            headers: { 'content-type': 'application/octet-stream' },
          }),
        show: record,
      });
    });
  examples(logo, ['branding logo MERCHANT logo.png', 'branding logo MERCHANT none']);
}

function addSet(branding: Command, perform: Perform): void {
  const set = branding.command('set').description('change the given fields; none removes one');
  set
    .argument('<merchant>', MERCHANT)
    .option('--name <name>', 'what payers read instead of the merchant’s name')
    .option('--footer <text>', 'a line at the end of every page')
    .option('--color <color>', 'like #1a56c4; pages use the nearest readable colour', color)
    .option('--frame-ancestor <origin>', 'who may frame the pages; may be repeated', collect)
    .option('--email <address>', 'where payers write for help')
    .option('--phone <number>', 'where payers call for help, like +14155550123')
    .option('--help-url <url>', 'the address of a help page for payers')
    .action((merchant: string, options: Options) =>
      perform({
        call: (client) =>
          client.operator(place(merchant), {
            method: 'PATCH',
            fields: fieldsOfBranding(options),
          }),
        show: record,
      }),
    );
  examples(set, [
    'branding set MERCHANT --name "Corner Shop" --color "#0a7d4b"',
    'branding set MERCHANT --email help@shop.example --phone +14155550123',
    'branding set MERCHANT --frame-ancestor https://shop.example',
    'branding set MERCHANT --color none --frame-ancestor none',
  ]);
}
