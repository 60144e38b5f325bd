// Runs what deploy/ holds with the real programs, as far as this machine can: `deploy/check`, or
// `deploy/check nginx image` for some parts. A part that cannot run here is named, and why.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALERTS } from './deploy/alerts.ts';
import { ARCHIVE } from './deploy/archive.ts';
import { ARCHIVE_OF_POSTGRESQL } from './deploy/archive-of-postgresql.ts';
import { GOING_LIVE } from './deploy/going-live.ts';
import { IMAGES } from './deploy/images.ts';
import { MONITORING } from './deploy/monitoring.ts';
import { type DeployPart, NotRun } from './deploy/part.ts';
import { PROXIES } from './deploy/proxies.ts';
import { ROLLING } from './deploy/rolling.ts';
import { UNIT } from './deploy/unit.ts';
import { FAILOVER, FAILOVER_PROXY, STANDBY_AWAY } from './failover/failover-parts.ts';
import { removeFolder } from './harness/scratch-folder.ts';

const PARTS: readonly DeployPart[] = [
  ARCHIVE,
  UNIT,
  MONITORING,
  ALERTS,
  ...PROXIES,
  GOING_LIVE,
  ROLLING,
  ARCHIVE_OF_POSTGRESQL,
  FAILOVER,
  FAILOVER_PROXY,
  STANDBY_AWAY,
  ...IMAGES,
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`No part ${unknown.join(', ')}: ${PARTS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

async function outcomeOf({ run }: DeployPart, folder: string): Promise<readonly [string, string]> {
  try {
    return ['ok', await run(folder)];
  } catch (error) {
    if (error instanceof NotRun) return ['NOT RUN', error.message];
    return ['FAILED', error instanceof Error ? (error.stack ?? error.message) : String(error)];
  }
}

for (const part of PARTS.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const folder = await mkdtemp(join(tmpdir(), 'payment-orders-deploy-'));
  const started_ms = performance.now();
  const [outcome, text] = await outcomeOf(part, folder);
  await removeFolder(folder);
  const seconds = `${((performance.now() - started_ms) / 1_000).toFixed(0)} s`;
  console.log(`${outcome.padEnd(9)}${part.name.padEnd(16)}${seconds.padStart(6)}  ${text}`);
  if (outcome === 'FAILED') process.exitCode = 1;
}
