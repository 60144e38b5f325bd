// Secret settings from elsewhere than the environment: `NAME_FILE` names a file that holds the
// value (a mounted secret, a credential of systemd), `NAME_COMMAND` a command that prints it (a
// key vault).
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import {
  type Environment,
  namesOfSecret,
  SECRET_SOURCES,
  type SecretSource,
  textOf,
} from './setting-text.ts';

/** In UTF-8: far more than any key or address. */
const MOST_BYTES = 65_536;
const COMMAND_MS = 30_000;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'no code';

/** The value, or after `problem` why there is none; never a part of what was read. */
type Read = { value: string } | { problem: string };

function fromFile(file: string): Read {
  try {
    // A device or a pipe has no size, and may have no end.
    const found = statSync(file);
    if (!found.isFile()) return { problem: `${file} is not a file` };
    if (found.size > MOST_BYTES) return { problem: `${file} has more than ${MOST_BYTES} bytes` };
    return { value: readFileSync(file, 'utf8') };
  } catch (error) {
    return { problem: `${file} cannot be read (${codeOf(error)})` };
  }
}

/** What it writes to the standard error goes to that of the service, and nowhere else. */
function fromCommand(command: string): Read {
  try {
    const value = execFileSync('/bin/sh', ['-c', command], {
      encoding: 'utf8',
      timeout: COMMAND_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_BYTES,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { value };
  } catch (error) {
    const { status = null } = Object(error) as { status?: number | null };
    const why = status === null ? codeOf(error) : `code ${status}`;
    return { problem: `the command failed (${why})` };
  }
}

const READ: Readonly<Record<SecretSource, (text: string) => Read>> = {
  FILE: fromFile,
  COMMAND: fromCommand,
};

function readSource(env: Environment, name: string): Read | null {
  const given = namesOfSecret(name).filter((one) => textOf(env, { name: one }) !== '');
  if (given.length > 1) return { problem: `only one of ${given.join(', ')} may be given` };
  const [source] = SECRET_SOURCES.filter((one) => given[0] === `${name}_${one}`);
  if (source === undefined) return null;
  const read = READ[source](textOf(env, { name: `${name}_${source}` }));
  if ('problem' in read) return read;
  return read.value.trim() === '' ? { problem: `${name}_${source} gives nothing` } : read;
}

/** The environment with the values of these settings; what is wrong in sentences. */
export function withSecrets(
  env: Environment,
  names: readonly string[],
): { env: Environment; problems: string[] } {
  const read = names.map((name) => [name, readSource(env, name)] as const);
  const values = read.flatMap(([name, one]) =>
    one !== null && 'value' in one ? [[name, one.value] as const] : [],
  );
  const problems = read.flatMap(([name, one]) =>
    one !== null && 'problem' in one ? [`${name}: ${one.problem}.`] : [],
  );
  return { env: { ...env, ...Object.fromEntries(values) }, problems };
}
