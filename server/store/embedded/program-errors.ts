// Turns the output of a failed PostgreSQL program into one sentence for the operator.

import { StartupError } from '../../lib/startup-error.ts';

const KNOWN: readonly [RegExp, string][] = [
  [/No space left on device|Disk quota exceeded/, 'the disk is full: free some space, start again'],
  [
    /Read-only file system/,
    'it lies on a read-only disk: set DATA_DIR to a folder that can be written',
  ],
  [
    /could not look up effective user ID/,
    'the user who runs the service has no name: add it to /etc/passwd',
  ],
  [
    /could not (?:map|create|resize) (?:anonymous )?shared memory/i,
    'too little shared memory: give the machine more',
  ],
  [/Permission denied/, 'permission denied: give its owner the folder, or set DATA_DIR to another'],
];

/** The last error in a log, without its time and process id. */
function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast((line) => /FATAL|PANIC|ERROR|error:/.test(line)) ?? lines.at(-1);
  return (complaint ?? 'it said nothing').replace(/^.*?(?=FATAL|PANIC|ERROR|error:)/, '').trim();
}

export function programError(doing: string, folder: string, output: string): StartupError {
  const known = KNOWN.find(([pattern]) => pattern.test(output));
  // One cause may produce many errors: the one that names it is shown.
  const named = output.split('\n').filter((line) => known?.[0].test(line) === true);
  const complaint = lastComplaint(named.length > 0 ? named.join('\n') : output);
  const reason = known === undefined ? complaint : `${known[1]} (${complaint})`;
  return new StartupError(`PostgreSQL could not ${doing} ${folder}: ${reason}.`);
}
