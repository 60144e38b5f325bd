// Long work of the event loop in short pieces, so that other requests are answered between them.

/** Shorter than anybody notices, and long enough that the pauses cost nothing. */
const PIECE_MS = 3;

/** Called after each step of a long work; it pauses once a piece is long enough. */
type Pauses = () => Promise<void> | undefined;

export function createPauses(): Pauses {
  let begun_ms = performance.now();
  return () => {
    if (performance.now() - begun_ms < PIECE_MS) return undefined;
    // Answers and requests that came meanwhile are handled first.
    return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      begun_ms = performance.now();
    });
  };
}

/** `items.map(change)`, in pieces. */
export async function mapInPieces<Item, Value>(
  items: readonly Item[],
  change: (item: Item) => Value,
): Promise<Value[]> {
  const pauses = createPauses();
  const values: Value[] = [];
  for (const item of items) {
    values.push(change(item));
    const pause = pauses();
    if (pause !== undefined) await pause;
  }
  return values;
}

/** Runs all steps, in pieces. */
export async function runInPieces<Value>(steps: Generator<undefined, Value>): Promise<Value> {
  const pauses = createPauses();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const pause = pauses();
    if (pause !== undefined) await pause;
  }
}
