// The document on going live, performed by its test behind the real nginx.
import { fileURLToPath } from 'node:url';
import { type DeployPart, needs, outputOfProgram } from './part.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TEST = 'test/console/walk/going-live.test.ts';

export const GOING_LIVE: DeployPart = {
  name: 'going-live',
  async run() {
    needs('nginx', 'nginx-light');
    const env = { ...process.env, GOING_LIVE_PROXY: 'nginx' };
    const output = await outputOfProgram(process.execPath, ['--test', TEST], { cwd: ROOT, env });
    const passed = /pass (\d+)/.exec(output)?.[1] ?? '0';
    return `docs/operate/going-live.md behind nginx: ${passed} steps and checks`;
  },
};
