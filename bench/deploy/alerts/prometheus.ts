// A real Prometheus that scrapes services once a second and evaluates the rules in a hurry.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../harness/service-process.ts';
import { type StartedProgram, start } from '../part.ts';
import { hastyRules, publishedRules } from './hasty-rules.ts';

const READY_MS = 30_000;
const LOOK_MS = 500;

export type Prometheus = {
  /** Names of the alerts that fire. */
  firing(): Promise<Set<string>>;
  stop(): Promise<void>;
};

type Alerts = { data: { alerts: { labels: { alertname: string }; state: string }[] } };

async function untilReady(url: string, program: StartedProgram): Promise<void> {
  for (let waited_ms = 0; waited_ms < READY_MS; waited_ms += LOOK_MS) {
    const answer = await fetch(`${url}/-/ready`).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(LOOK_MS);
  }
  throw new Error(`Prometheus does not start: ${program.told()}`);
}

export async function startPrometheus(
  folder: string,
  targets: readonly string[],
): Promise<Prometheus> {
  const [rules, config] = [join(folder, 'rules.yml'), join(folder, 'prometheus.yml')];
  await writeFile(rules, hastyRules(publishedRules()));
  await writeFile(
    config,
    JSON.stringify({
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: [rules],
      scrape_configs: [{ job_name: 'payment-orders', static_configs: [{ targets }] }],
    }),
  );
  const address = `127.0.0.1:${await freePort()}`;
  const program = start('prometheus', [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, 'prometheus')}`,
    `--web.listen-address=${address}`,
    '--log.level=warn',
  ]);
  await untilReady(`http://${address}`, program);
  return {
    async firing() {
      const answer = await fetch(`http://${address}/api/v1/alerts`);
      const { data } = (await answer.json()) as Alerts;
      const names = data.alerts.filter(({ state }) => state === 'firing');
      return new Set(names.map(({ labels }) => labels.alertname));
    },
    stop: program.stop,
  };
}
