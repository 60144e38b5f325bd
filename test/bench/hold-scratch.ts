// Run as a process of its own, to be killed: opens a database for tests, says that it is there, and
// holds it.
import { openScratchDatabase } from '../../bench/harness/scratch-database.ts';

await openScratchDatabase(true);
process.stdout.write('open\n');
setInterval(() => undefined, 60_000);
