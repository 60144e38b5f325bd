// The entry point of the command line: this process's arguments, streams and exit code.

import { processTerminal } from './client/terminal.ts';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), processTerminal());
