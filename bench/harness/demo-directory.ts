// Data directories with the demo data of the sandbox: made once in each process by a service that
// is started for it, then copied.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { scratchFolder } from './scratch-folder.ts';
import { spawnService } from './service-process.ts';
import { BENCH_OPERATOR_TOKEN } from './shop.ts';
import { fillFromTemplate } from './template-directory.ts';

/** The data end in the present, so that they are not kept for other processes. */
let made: Promise<string> | null = null;

async function make(): Promise<string> {
  const folder = await scratchFolder();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await fillFromTemplate(folder, true);
  const service = spawnService({ DATA_DIR: folder, OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN });
  await service.ready;
  await service.stop();
  return folder;
}

/** A service that starts here is not at its first start. */
export async function fillWithDemo(data_dir: string): Promise<void> {
  made ??= make();
  await promisify(execFile)('cp', ['-Rp', `${await made}/.`, data_dir]);
}
