// The arguments after `serve` on the command line: none, or a request for help.
import { SETTINGS } from '../settings/config.ts';

/** Start; or print a text and end with an exit code. */
export type Wish =
  | { start: true }
  | { start: false; to: 'stdout' | 'stderr'; text: string; exit_code: number };

/** The settings that one needs first when setting up a service. */
const FIRST_SETTINGS = [
  'MODE',
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'DATA_DIR',
  'DATABASE_URL',
  'ENCRYPTION_KEY',
  'OPERATOR_TOKEN',
  'WORKERS',
];

const DEFAULTS = SETTINGS.filter(({ name }) => FIRST_SETTINGS.includes(name));
const NAME_WIDTH = 2 + Math.max(...DEFAULTS.map(({ name }) => name.length));

const rowOf = ({ name, sentence, default_text }: (typeof DEFAULTS)[number]) =>
  `  ${name.padEnd(NAME_WIDTH)}${sentence}\n  ${''.padEnd(NAME_WIDTH)}(default: ${default_text})`;

const HELP = `Usage: payment-orders serve

Run the service, until it is stopped with Ctrl-C or SIGTERM. Its settings are in the
environment; these matter first:

${DEFAULTS.map(rowOf).join('\n')}

All settings: docs/operate/settings.md, and of a running service /docs/operate/settings.
With MODE=live it starts only with DATABASE_URL or DATA_DIR, an ENCRYPTION_KEY and an
https PUBLIC_URL.

Options:
  -h, --help  display help for command

Examples:
  $ payment-orders serve
  $ PORT=9000 DATA_DIR=/srv/payments payment-orders serve
  $ DATABASE_URL=postgres://user:password@host:5432/database WORKERS=auto payment-orders serve

Exit codes:
  0  stopped as requested
  1  it could not start or go on: the message says why
  2  wrong usage
`;

/** Advises `PORT=9000` for `--port=9000`; does not repeat the value, because it may be a secret. */
function mendingOf(argument: string): string {
  const [word = ''] = argument.replace(/^-+/, '').split('=');
  const name = word.toUpperCase().replaceAll('-', '_');
  const is_setting = SETTINGS.some((setting) => setting.name === name);
  if (is_setting) return `${name} is set in the environment: ${name}=… payment-orders serve\n`;
  return 'Settings are given in the environment.\n';
}

export function readWish(parameters: readonly string[]): Wish {
  if (parameters.some((one) => one === '--help' || one === '-h')) {
    return { start: false, to: 'stdout', text: HELP, exit_code: 0 };
  }
  const [first] = parameters;
  if (first === undefined) return { start: true };
  const is_option = first.startsWith('-');
  const [option = ''] = first.split('=');
  const problem = is_option
    ? `error: unknown option '${option}'`
    : `error: too many arguments for 'serve'. Expected 0 arguments but got ${parameters.length}.`;
  const text = `${problem}\n${mendingOf(first)}(Add --help to see what is possible.)\n`;
  return { start: false, to: 'stderr', text, exit_code: 2 };
}
