// The SDK as merchants install it: packed, and put into an empty folder.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packSdk } from '../../tools/pack-sdk.ts';
import { ROOT } from '../support/checkout/checkout.ts';

export type InstalledSdk = {
  /** A project with the SDK in its node_modules. */
  app: string;
  remove(): Promise<void>;
};

export async function installPackedSdk(): Promise<InstalledSdk> {
  const folder = await mkdtemp(join(tmpdir(), 'payment-orders-sdk-'));
  const npm = (...args: string[]) => {
    const own = ['--cache', join(folder, 'cache'), '--loglevel', 'error'];
    return execFileSync('npm', [...args, ...own], { cwd: ROOT, encoding: 'utf8' });
  };
  const app = join(folder, 'app');
  npm('install', packSdk(folder), '--offline', '--prefix', app);
  return { app, remove: () => rm(folder, { recursive: true }) };
}
