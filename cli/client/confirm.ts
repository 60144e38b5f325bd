// Acts that ask for a second factor with a token of a person's own: asks for a code of their
// authenticator app, confirms with it, and sends the same request once more.
import { readFileSync } from 'node:fs';
import {
  type Client,
  type Json,
  ownProblem,
  type Problem,
  type Request,
  type ServiceAnswer,
} from './client.ts';
import { inWords } from './plain-words.ts';
import type { Wrong } from './settings.ts';
import { readInputLine, type Terminal } from './terminal.ts';

export const CODE_FILE_HELP =
  'a file with a code of your authenticator app, for acts that ask for one (-: standard input)';

export type Codes = {
  /** A code, or the password of somebody without a factor; null: nobody is there to be asked. */
  next(question: string): Promise<string | null>;
};

/**
 * Never an argument: the shell's history would keep it. A file has one code, which is given once;
 * on a terminal somebody who mistyped is asked again.
 */
export function openCodes(file: string | undefined, terminal: Terminal): Codes | Wrong {
  if (file === undefined) return { next: (question) => terminal.ask(question) };
  const kept = file === '-' ? null : readFile(file);
  if (typeof kept === 'object' && kept !== null) return kept;
  let is_given = false;
  return {
    next: async () => {
      if (is_given) return null;
      is_given = true;
      return kept ?? (await readInputLine(terminal));
    },
  };
}

function readFile(name: string): string | Wrong {
  try {
    return readFileSync(name, 'utf8').trim();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { wrong: `The code file ${name} cannot be read: ${inWords(String(error.code))}.` };
  }
}

/** A password has twelve characters at least, so it never looks like a code. */
const CODE = /^[\d ]{6,11}$/;
const factorFields = (given: string): Json =>
  CODE.test(given) ? { code: given } : { password: given };

const TRIES = 3;
const QUESTION = 'Code of your authenticator app: ';

/** Null once it is confirmed; otherwise why not. `refused`: what asked for it. */
async function confirm(
  client: Client,
  codes: Codes,
  refused: ServiceAnswer,
): Promise<ServiceAnswer | null> {
  let answer = refused;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const given = await codes.next(QUESTION);
    if (given === null || given === '') return answer;
    const fields = factorFields(given);
    answer = await client.operator('/session/confirm', { method: 'POST', fields });
    if (answer.kind === 'body') return null;
    if (answer.kind !== 'problem' || !isWrong(answer.problem)) return answer;
  }
  return answer;
}

const isWrong = ({ code }: Problem): boolean => code === 'second_factor_wrong';

const asksConfirmation = (answer: ServiceAnswer): boolean =>
  answer.kind === 'problem' && answer.problem.code === 'confirmation_required';

/** A confirmation counts for five minutes; one that ends within a minute is given again. */
const FRESH_MS = 4 * 60_000;

/** A file can be sent only once, so it is asked before it is sent. */
async function confirmFirst(client: Client, codes: Codes): Promise<ServiceAnswer | null> {
  const me = await client.operator('/session');
  if (me.kind !== 'body' || me.body.is_own_token !== true) return null;
  const { confirmed_at } = me.body;
  const age_ms = Date.now() - Date.parse(String(confirmed_at));
  if (confirmed_at !== null && age_ms >= 0 && age_ms < FRESH_MS) return null;
  const detail = 'Sending a file asks for a second factor.';
  return await confirm(client, codes, ownProblem('confirmation_required', detail));
}

/** A client that confirms if it is asked to, and then goes on. */
export function confirmingClient(client: Client, codes: Codes): Client {
  const operator = async (pathname: string, request: Request = {}): Promise<ServiceAnswer> => {
    if (request.upload !== undefined) {
      const refused = await confirmFirst(client, codes);
      return refused ?? (await client.operator(pathname, request));
    }
    const answer = await client.operator(pathname, request);
    if (!asksConfirmation(answer)) return answer;
    return (await confirm(client, codes, answer)) ?? (await client.operator(pathname, request));
  };
  return { ...client, operator };
}
