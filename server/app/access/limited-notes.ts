// Lets one note per second into the audit trail, with the number of those left out since the last
// one, so that an attacker cannot fill the table.

const NOTE_EVERY_MS = 1_000;

/** Calls `write`, or counts. `clock` is monotonic, in milliseconds. */
export type LimitedNotes = (write: (left_out_before: number) => Promise<void>) => Promise<void>;

export function createLimitedNotes(clock: () => number = () => performance.now()): LimitedNotes {
  let noted_at = Number.NEGATIVE_INFINITY;
  let left_out = 0;
  return async (write) => {
    const now = clock();
    if (now - noted_at < NOTE_EVERY_MS) {
      left_out += 1;
      return;
    }
    const left_out_before = left_out;
    noted_at = now;
    left_out = 0;
    await write(left_out_before);
  };
}
