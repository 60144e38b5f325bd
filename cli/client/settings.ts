// The settings of every command: the service's URL, the token, and how to print.
import { readFileSync } from 'node:fs';
import { inWords } from './plain-words.ts';
import type { Terminal } from './terminal.ts';

/** The options of the program itself, as commander gives them. */
export type GlobalOptions = {
  url?: string;
  tokenFile?: string;
  codeFile?: string;
  secretFile?: string;
  json?: boolean;
  utc?: boolean;
  wide?: boolean;
  cell?: string;
};

export const DEFAULT_URL = 'http://127.0.0.1:8080';

/** A sentence for the user, returned instead of a value. */
export type Wrong = { wrong: string };

export function readUrl(options: GlobalOptions, terminal: Terminal): string | Wrong {
  const text = options.url ?? terminal.env.PAYMENT_ORDERS_URL ?? DEFAULT_URL;
  const url = URL.canParse(text) ? new URL(text) : null;
  const is_web = url !== null && ['http:', 'https:'].includes(url.protocol);
  if (!is_web || url.username !== '' || url.search !== '' || url.hash !== '') {
    return { wrong: `The service's URL must be like ${DEFAULT_URL}, without user or query.` };
  }
  let { href } = url;
  while (href.endsWith('/')) href = href.slice(0, -1);
  return href;
}

const CELL = /^[a-z][a-z0-9-]{0,31}$/;

/** Undefined if none is named. */
export function readCellName({ cell }: GlobalOptions): string | undefined | Wrong {
  if (cell === undefined || CELL.test(cell)) return cell;
  return { wrong: 'A cell’s name has up to 32 letters a-z, digits and hyphens, a letter first.' };
}

/** An option that names a file, or a variable of the environment. */
type Source = {
  file: string | undefined;
  variable: string;
  what: string;
  option: string;
  /** Its name in the file that a sandbox writes. */
  field: string;
};

function readSecret(source: Source, terminal: Terminal): string | Wrong {
  const { file, variable, what, option, field } = source;
  const given = file === undefined ? terminal.env[variable] : readTokenFile(file);
  if (typeof given === 'object') return given;
  const token = given?.trim() ?? '';
  if (token === '') {
    const sandbox = `A sandbox keeps one as ${field} in data/sandbox.json.`;
    return { wrong: `There is no ${what}: set ${variable} or use ${option}. ${sandbox}` };
  }
  return TOKEN.test(token)
    ? token
    : { wrong: `The ${what} must be one word of printable characters.` };
}

// One line of printable characters, as a header can carry.
const TOKEN = /^[\x21-\x7e]{1,512}$/;

/**
 * Never an argument: other users of the machine could see it, and the shell's history would keep
 * it.
 */
export const readToken = ({ tokenFile: file }: GlobalOptions, terminal: Terminal) =>
  readSecret(
    {
      file,
      variable: 'OPERATOR_TOKEN',
      what: 'operator token',
      option: '--token-file',
      field: 'operator_token',
    },
    terminal,
  );

/** The token of a merchant's own program, for commands that act as the merchant. */
export const readMerchantToken = (file: string | undefined, terminal: Terminal) =>
  readSecret(
    {
      file,
      variable: 'MERCHANT_TOKEN',
      what: 'merchant token',
      option: '--merchant-token-file',
      field: 'token',
    },
    terminal,
  );

export const MERCHANT_TOKEN_OPTION = [
  '--merchant-token-file <file>',
  'a file with the merchant’s token (environment: MERCHANT_TOKEN)',
] as const;

function readTokenFile(name: string): string | Wrong {
  try {
    return readFileSync(name, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { wrong: `The token file ${name} cannot be read: ${inWords(String(error.code))}.` };
  }
}
