// The systemd unit: systemd reads it without a complaint and judges what it may do, and its command
// starts the service as systemd would run it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../harness/service-process.ts';
import { type DeployPart, needs, outputOfProgram } from './part.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const UNIT_FILE = join(ROOT, 'deploy/payment-orders.service');
const DRILL_FILES = ['service', 'timer'].map((kind) =>
  join(ROOT, `deploy/payment-orders-drill.${kind}`),
);
/** Of systemd's scale from 0 (nothing is left open) to 10. */
const MOST_EXPOSED = 3;

const all = (unit: string, pattern: RegExp) =>
  [...unit.matchAll(pattern)].map(([, found = '']) => found);

/** What systemd sets and runs: `%d` is the folder of the credentials. */
function startOf(unit: string, credentials: string) {
  const [command] = all(unit, /^ExecStart=(.+)$/gm);
  const set = all(unit, /^Environment=(.+)$/gm).map((one) => one.replaceAll('%d', credentials));
  if (command === undefined) throw new Error('The unit starts nothing');
  return {
    command: command.replace('/usr/bin/node', process.execPath),
    env: Object.fromEntries(set.map((one) => one.split('=', 2))) as Record<string, string>,
  };
}

async function startsAsItSays(folder: string): Promise<void> {
  const port = String(await freePort());
  writeFileSync(join(folder, 'encryption-key'), 'c'.repeat(64));
  const start = startOf(readFileSync(UNIT_FILE, 'utf8'), folder);
  const env = {
    ...start.env,
    PATH: process.env['PATH'],
    HOME: folder,
    PORT: port,
    DATA_DIR: join(folder, 'data'),
  };
  const script = `${start.command} > ${folder}/log 2>&1 & pid=$!
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
    const told = await outputOfProgram('systemd-analyze', ['verify', UNIT_FILE, ...DRILL_FILES]);
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
