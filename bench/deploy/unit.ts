// The systemd unit: systemd reads it without a complaint and judges what it may do, and its command
// starts the service as systemd would run it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../harness/service-process.ts';
import { type DeployPart, needs, outputOfProgram } from './part.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const UNIT_FILE = join(ROOT, 'deploy/payment-orders.service');
/** Of systemd's scale from 0 (nothing is left open) to 10. */
const MOST_EXPOSED = 3;

/** What systemd hands to /bin/sh: `$$` is a dollar sign. */
function commandOf(unit: string): string {
  const [, command] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? [];
  if (command === undefined) throw new Error('The unit has no command for /bin/sh');
  return command.replaceAll('$$', '$').replace('/usr/bin/node', process.execPath);
}

async function startsAsItSays(folder: string): Promise<void> {
  const port = String(await freePort());
  writeFileSync(join(folder, 'encryption-key'), 'c'.repeat(64));
  const command = commandOf(readFileSync(UNIT_FILE, 'utf8'));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    PORT: port,
    DATA_DIR: join(folder, 'data'),
    CREDENTIALS_DIRECTORY: folder,
  };
  const script = `(${command}) > ${folder}/log 2>&1 & pid=$!
    for second in $(seq 60); do
      if ${process.execPath} bin/healthcheck.mjs readyz 2> /dev/null; then
        kill $pid; wait; exit 0
      fi
      sleep 1
    done
    cat ${folder}/log; exit 1`;
  await outputOfProgram('bash', ['-c', script], { cwd: ROOT, env });
}

export const UNIT: DeployPart = {
  name: 'systemd',
  async run(folder) {
    needs('systemd-analyze', 'systemd');
    const told = await outputOfProgram('systemd-analyze', ['verify', UNIT_FILE]);
    const complaints = told.split('\n').filter((line) => line.includes('payment-orders'));
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
    const judged = await outputOfProgram('systemd-analyze', [
      'security',
      '--offline=true',
      UNIT_FILE,
    ]);
    const [, exposed = '10'] = /exposure level .*: ([\d.]+)/.exec(judged) ?? [];
    if (Number(exposed) > MOST_EXPOSED) throw new Error(judged);
    await startsAsItSays(folder);
    return `read without complaint, exposure ${exposed} of 10; its command starts the service`;
  },
};
