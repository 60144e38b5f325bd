// The driver's process: reads its load from standard input and writes the result.
import { text } from 'node:stream/consumers';
import { driveClients } from './drive-clients.ts';

const load = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await driveClients(load)));
