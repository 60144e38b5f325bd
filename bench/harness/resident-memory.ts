// Measures the resident memory of a process and its children while some work runs.
import { listProcesses, processTree } from './process-tree.ts';

const LOOK_EVERY_MS = 500;
const KB_PER_MB = 1_024;

/** Pages that processes share are counted once per process. */
async function residentMb(process_id: number): Promise<number> {
  const tree = processTree(await listProcesses(), process_id);
  return tree.reduce((sum, row) => sum + row.resident_kb, 0) / KB_PER_MB;
}

/** Returns the highest memory seen and the value of `work`. */
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
