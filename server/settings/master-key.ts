// The key that encrypts all other keys: from ENCRYPTION_KEY, or in the sandbox from a file made at
// the first start.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';
import type { Config } from './config.ts';
import { parseKey } from './setting-values.ts';

const fileOf = ({ data_dir }: Pick<Config, 'data_dir'>) => join(data_dir, 'encryption.key');

/** For programs that read what was written: a key that is made now would open nothing of it. */
export async function masterKeyThere(
  config: Pick<Config, 'encryption_key' | 'data_dir'>,
): Promise<Uint8Array> {
  const is_there = config.encryption_key !== undefined || existsSync(fileOf(config));
  if (is_there) return await masterKey(config);
  throw new StartupError(
    'ENCRYPTION_KEY is missing: set the one with which the data were written (of a sandbox: ' +
      `copy its DATA_DIR/encryption.key to ${fileOf(config)}).`,
  );
}

export async function masterKey(
  config: Pick<Config, 'encryption_key' | 'data_dir'>,
): Promise<Uint8Array> {
  if (config.encryption_key !== undefined) return config.encryption_key;
  const file = fileOf(config);
  await mkdir(config.data_dir, { recursive: true });
  try {
    await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
  }
  const key = parseKey((await readFile(file, 'utf8')).trim());
  if (key === undefined) throw new StartupError(`${file} does not hold a key of 32 bytes.`);
  return key;
}
