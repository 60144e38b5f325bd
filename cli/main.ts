// The command line's entry: this process's arguments, streams and exit code.
import { run } from './run.ts';
import { processTerminal } from './terminal.ts';

process.exitCode = await run(process.argv.slice(2), processTerminal());
