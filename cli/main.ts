// The command line's entry: this process's arguments, streams and exit code.

import { processTerminal } from './client/terminal.ts';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), processTerminal());
