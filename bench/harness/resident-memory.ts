// The resident memory of a process and of those that it has started, while something happens.
import { listProcesses, processTree } from './process-tree.ts';

const LOOK_EVERY_MS = 500;
const KB_PER_MB = 1_024;

/** Pages that several of them share count for each. */
async function residentMb(process_id: number): Promise<number> {
  const tree = processTree(await listProcesses(), process_id);
  return tree.reduce((sum, row) => sum + row.resident_kb, 0) / KB_PER_MB;
}

/** The most that was seen; `work`'s own value beside it. */
export async function mostResidentMb<Value>(
  process_id: number,
  work: () => Promise<Value>,
): Promise<{ value: Value; most_mb: number }> {
  let most_mb = 0;
  const look = async () => {
    most_mb = Math.max(most_mb, await residentMb(process_id));
  };
  const looks: Promise<void>[] = [];
  const timer = setInterval(() => looks.push(look()), LOOK_EVERY_MS);
  try {
    const value = await work();
    await Promise.all([...looks, look()]);
    return { value, most_mb };
  } finally {
    clearInterval(timer);
  }
}
