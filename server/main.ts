// The program: reads arguments and settings, starts the service in one process or several, and
// prints what it is.
import cluster from 'node:cluster';
import { firstWords } from './programs/first-words.ts';
import { endAtUncaught, failProcess, openLog, runProcess, stopOf } from './programs/run-process.ts';
import { readWish } from './programs/serve-arguments.ts';
import { startService } from './service.ts';
import { type Config, readConfig } from './settings/config.ts';
import { startPrimary } from './workers/primary.ts';
import { runWorker } from './workers/worker.ts';

function readSettings(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return failProcess(error);
  }
}

async function run(config: Config): Promise<void> {
  const log = openLog(config);
  endAtUncaught(log);
  if (cluster.isWorker) return await runWorker(config, log);
  const start = config.workers === 1 ? startService : startPrimary;
  const service = await runProcess(stopOf(config, log), ({ stopped }) =>
    start(config, log, stopped),
  );
  await firstWords(config, service, log);
}

const wish = readWish(process.argv.slice(2));
if (wish.start) {
  run(readSettings()).catch(failProcess);
} else {
  process[wish.to].write(wish.text);
  process.exitCode = wish.exit_code;
}
