// Each alert of deploy/prometheus/rules.yml on a live service: a healthy one raises none, each
// comes with its cause, and goes when that has ended.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caused, STAGES } from './alerts/alert-causes.ts';
import { type AlertScene, openAlertScene } from './alerts/alert-scene.ts';
import { type Prometheus, startPrometheus } from './alerts/prometheus.ts';
import { type DeployPart, needs, needsRoot } from './part.ts';

const HEALTHY_MS = 75_000;
/** The gauges of the database are read once a minute, and ranges are up to a minute. */
const LONGEST_MS = 240_000;
const LOOK_MS = 1_000;
const SECOND_MS = 1_000;
/** Of each service's log, if the check fails. */
const LINES = 10;

type Place = { readonly scene: AlertScene; readonly prometheus: Prometheus };

async function staysQuiet({ scene, prometheus }: Place): Promise<void> {
  const end_ms = performance.now() + HEALTHY_MS;
  while (performance.now() < end_ms) {
    await scene.create();
    const [fired] = await prometheus.firing();
    if (fired !== undefined) throw new Error(`${fired} fires on a healthy service`);
    await sleep(LOOK_MS / 4);
  }
}

/** Resolves to the seconds after which each was seen. */
async function untilSeen(
  names: readonly string[],
  isSeen: (name: string) => Promise<boolean>,
  goOn: () => Promise<unknown>,
  what: string,
): Promise<Map<string, number>> {
  const began_ms = performance.now();
  const seen = new Map<string, number>();
  while (seen.size < names.length) {
    await goOn();
    for (const name of names) {
      if (seen.has(name) || !(await isSeen(name))) continue;
      seen.set(name, Math.round((performance.now() - began_ms) / SECOND_MS));
    }
    if (performance.now() - began_ms > LONGEST_MS) {
      const missing = names.filter((name) => !seen.has(name));
      throw new Error(`${what} within ${LONGEST_MS / SECOND_MS} s: ${missing.join(', ')}`);
    }
    await sleep(LOOK_MS);
  }
  return seen;
}

async function playStage(place: Place, stage: (typeof STAGES)[number]): Promise<string[]> {
  const { scene, prometheus } = place;
  const names = Object.keys(stage);
  const caused: Caused[] = [];
  for (const cause of Object.values(stage)) caused.push(await cause(scene));
  const goOn = async () => {
    for (const one of caused) await one.goOn?.();
  };
  const fires = async (name: string) => (await prometheus.firing()).has(name);
  const fired = await untilSeen(names, fires, goOn, 'Not raised');
  for (const one of caused) await one.end?.();
  const isOver = async (name: string) => !(await fires(name));
  const over = await untilSeen(names, isOver, () => scene.create(), 'Still raised');
  return names.map((name) => `${name}: after ${fired.get(name)} s, over after ${over.get(name)} s`);
}

export const ALERTS: DeployPart = {
  name: 'alerts',
  async run(folder) {
    needs('prometheus');
    needsRoot('run PostgreSQL as another user');
    needs('runuser', 'util-linux');
    const scene = await openAlertScene(folder);
    try {
      const prometheus = await startPrometheus(folder, scene.metrics);
      try {
        const place = { scene, prometheus };
        await staysQuiet(place);
        const told: string[] = [];
        for (const stage of STAGES) told.push(...(await playStage(place, stage)));
        return [`${told.length} alerts, each raised by its cause and over after it`, ...told].join(
          '\n  ',
        );
      } finally {
        await prometheus.stop();
      }
    } catch (error) {
      const log = scene.logs().flatMap((lines) => lines.slice(-LINES));
      const text = log.map((line) => JSON.stringify(line)).join('\n  ');
      throw new Error(`${error}\n  ${text}`, { cause: error });
    } finally {
      await scene.stop();
    }
  },
};
