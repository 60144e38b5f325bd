// Runs the service in a separate process for tests that kill it: prints PostgreSQL's process id as
// soon as a row is stored.
import { startEmbedded } from '../../../server/store/embedded/supervisor.ts';
import { listener, withClient } from './scratch.ts';

const embedded = await startEmbedded({ data_dir: process.argv[2] ?? '', log: listener() });
await withClient(embedded, (client) => client.query('create table kept as select 7 as n'));
process.stdout.write(`${embedded.processId()}\n`);
