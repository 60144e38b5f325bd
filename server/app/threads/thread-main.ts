// The program of a reading thread: does one piece of work after the other, and reports each result.
import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages.ts';
import { READERS, type ReadingName, type Readings } from './readers.ts';

/** Thrown into a reader if its file is cut off. */
class BrokenOff extends Error {
  override name = 'BrokenOff';
}

if (parentPort === null) throw new Error('This is the program of a thread');
const port = parentPort;
const say = (message: FromThread<ReadingName>, moved: ArrayBuffer[] = []) =>
  port.postMessage(message, moved);

type Message = ToThread<ReadingName>;

let hear: ((message: Message) => void) | null = null;

function answerTo(message: FromThread<ReadingName>): Promise<Message> {
  const answer = new Promise<Message>((resolve) => {
    hear = resolve;
  });
  say(message);
  return answer;
}

/** Asks for each piece when it is needed, so that at most one is under way. */
async function* pieces(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const message = await answerTo({ kind: 'more' });
    if (message.kind !== 'piece') throw new BrokenOff('The file broke off');
    if (message.bytes === null) return;
    yield message.bytes;
  }
}

async function work<Name extends ReadingName>(
  name: Name,
  input: Readings[Name]['input'],
): Promise<void> {
  try {
    const part = async (value: Readings[Name]['part']) => {
      await answerTo({ kind: 'part', value });
    };
    const { value, moved } = await READERS[name](input, { pieces: pieces(), part });
    say({ kind: 'done', value }, moved);
  } catch (error) {
    if (error instanceof BrokenOff) return say({ kind: 'broken_off' });
    if (!(error instanceof Error)) throw error;
    const { name: kind, message, stack = '' } = error;
    say({ kind: 'failed', error: { name: kind, message, stack } });
  }
}

port.on('message', (message: Message) => {
  if (message.kind === 'work') void work(message.name, message.input);
  else hear?.(message);
});
say({ kind: 'ready' });
