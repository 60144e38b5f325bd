// The lines of an answer as they arrive: steps of long work, or the rows of a file.

/** Without empty ones. Whoever wants no more of them ends the answer. */
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  // Not every browser iterates over a stream.
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line !== '');
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel();
  }
}
