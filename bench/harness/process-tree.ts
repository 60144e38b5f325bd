// Lists a process and all its descendants.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type ProcessRow = {
  readonly id: number;
  readonly parent: number;
  readonly resident_kb: number;
};

export async function listProcesses(): Promise<ProcessRow[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  return stdout.split('\n').map((line) => {
    const [id = 0, parent = 0, resident_kb = 0] = line.trim().split(/ +/).map(Number);
    return { id, parent, resident_kb };
  });
}

/** The process itself comes first; empty if there is no such process. */
export function processTree(rows: readonly ProcessRow[], process_id: number): ProcessRow[] {
  const children = rows.filter((row) => row.parent === process_id);
  return [
    ...rows.filter((row) => row.id === process_id),
    ...children.flatMap((child) => processTree(rows, child.id)),
  ];
}
