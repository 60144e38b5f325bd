// The process that inserts batches: reads its load from standard input and writes the result.
import { text } from 'node:stream/consumers';
import { writeBatches } from './write-batches.ts';

const load = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await writeBatches(load)));
