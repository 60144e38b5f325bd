// Secrets that the service shows once: onto a terminal, or into a file that only its owner reads.
// Output that is piped on often ends in a log, so there they are printed only if somebody asks.
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Client, type Json, ownProblem, type Request, type ServiceAnswer } from './client.ts';
import { writeExact } from './exact-json.ts';
import { NEW_FILE, whyNotSaved } from './save-file.ts';
import { SECRET_ANSWERS } from './secret-answers.gen.ts';
import type { Terminal } from './terminal.ts';

export const SECRET_FILE_HELP =
  'write a secret that is shown once into this new file (-: the output, also into a pipe)';

const WITHOUT_FILE =
  'Its answer may have a secret that is shown only once, and the output is no terminal. ' +
  'Nothing was done: run it in a terminal, or name a new file with --secret-file.';

const PREFIX = '/operator/v1';
const PATTERNS = SECRET_ANSWERS.map(({ method, path, fields }) => ({
  method,
  fields,
  path: new RegExp(`^${path.slice(PREFIX.length).replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The fields of the answer that are secrets; none of most requests. */
export function secretsOf(pathname: string, { method = 'GET' }: Request): readonly string[] {
  const found = PATTERNS.find((one) => one.method === method && one.path.test(pathname));
  return found?.fields ?? [];
}

const memberOf = (body: unknown, [name = '', ...rest]: readonly string[]): unknown => {
  const value: unknown = Object(body)[name];
  return rest.length === 0 ? value : memberOf(value, rest);
};

function replaced(body: Json, [name = '', ...rest]: readonly string[], by: string): Json {
  const value = rest.length === 0 ? by : replaced(Object(body[name]), rest, by);
  return { ...body, [name]: value };
}

/** One secret is the whole file, as `--token-file` reads it; several stand there as JSON. */
function fileText(secrets: readonly (readonly [field: string, value: unknown])[]): string {
  const [first, ...others] = secrets;
  if (first !== undefined && others.length === 0 && typeof first[1] === 'string') {
    return `${first[1]}\n`;
  }
  return `${writeExact(Object.fromEntries(secrets))}\n`;
}

/** Made before anything is asked: a secret that cannot be kept must not be made. */
function reserve(file: string): ServiceAnswer | null {
  try {
    closeSync(openSync(file, NEW_FILE.flag, NEW_FILE.mode));
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const why = whyNotSaved(file, String(error.code));
    return ownProblem('not_saved', `Nothing was done: ${why}`);
  }
}

/** The answer without what is in the file now. */
function keep(file: string, body: Json, fields: readonly string[]): Json {
  const secrets = fields
    .map((field) => [field, memberOf(body, field.split('.'))] as const)
    .filter(([, value]) => value !== null && value !== undefined);
  if (secrets.length === 0) {
    rmSync(file);
    return body;
  }
  writeFileSync(file, fileText(secrets));
  return secrets.reduce((left, [field]) => replaced(left, field.split('.'), `(in ${file})`), body);
}

/** A client that lets no secret into a pipe. */
export function discreetClient(
  client: Client,
  file: string | undefined,
  terminal: Pick<Terminal, 'out_is_tty'>,
): Client {
  const operator = async (pathname: string, request: Request = {}): Promise<ServiceAnswer> => {
    const fields = secretsOf(pathname, request);
    const is_shown = file === '-' || (file === undefined && terminal.out_is_tty);
    if (fields.length === 0 || is_shown) return await client.operator(pathname, request);
    if (file === undefined) return ownProblem('secret_into_pipe', WITHOUT_FILE);
    const refused = reserve(file);
    if (refused !== null) return refused;
    const answer = await client.operator(pathname, request);
    if (answer.kind === 'body') return { ...answer, body: keep(file, answer.body, fields) };
    rmSync(file);
    return answer;
  };
  return { ...client, operator };
}

/**
 * Writes the secret of a command that uses the same one each time: a file that has it already is
 * right. A sentence if it cannot be done.
 */
export function keepOwnSecret(file: string, secret: string): string | null {
  const text = `${secret}\n`;
  try {
    writeFileSync(file, text, NEW_FILE);
    return null;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'EEXIST' && readFileSync(file, 'utf8') === text) return null;
    return `Nothing was done: ${whyNotSaved(file, String(error.code))}`;
  }
}
