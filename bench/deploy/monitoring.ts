// The rules for Prometheus: promtool reads them, causes each alert once, and reads the example of a
// configuration.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DeployPart, needs, outputOfProgram } from './part.ts';

const FOLDER = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url));

export const MONITORING: DeployPart = {
  name: 'prometheus',
  async run() {
    needs('promtool', 'prometheus');
    const checked = await outputOfProgram('promtool', [
      'check',
      'rules',
      join(FOLDER, 'rules.yml'),
    ]);
    const [found = ''] = /\d+ rules found/.exec(checked) ?? [];
    await outputOfProgram('promtool', ['check', 'config', join(FOLDER, 'prometheus.yml')]);
    await outputOfProgram('promtool', ['test', 'rules', join(FOLDER, 'rules.test.yml')]);
    return `${found}; each alert was caused, and a healthy service causes none`;
  },
};
