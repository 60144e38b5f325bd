// The key that encrypts all other keys: from ENCRYPTION_KEY, or in the sandbox from a file made at
// the first start.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../lib/startup-error.ts';
import type { Config } from './config.ts';
import { parseKey } from './setting-values.ts';

export async function masterKey(
  config: Pick<Config, 'encryption_key' | 'data_dir'>,
): Promise<Uint8Array> {
  if (config.encryption_key !== undefined) return config.encryption_key;
  const file = join(config.data_dir, 'encryption.key');
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
