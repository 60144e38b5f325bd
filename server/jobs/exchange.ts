// One request and its answer, bounded in time and size: the parts of undici below its streams and
// signals, which cost as much again.
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { CallbackError } from './callback-problem.ts';
import { createReplyHead } from './read-reply.ts';

/** As much as came: `error` is null where the answer is whole, or as much of it as we read. */
export type Exchange = {
  status: number | null;
  headers: IncomingHttpHeaders;
  head: Uint8Array;
  error: Error | null;
};

const FIRST_FINAL_STATUS = 200;

/** The time runs from now, whatever it is that takes it: a look-up, a connection, a slow drip. */
export function exchange(
  agent: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeout_ms: number,
): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const head = createReplyHead();
  let answer: Pick<Exchange, 'status' | 'headers'> = { status: null, headers: {} };
  let controller: Dispatcher.DispatchController | null = null;
  let cut_by: Error | null = null;

  const end = (error: Error | null): void => {
    clearTimeout(timer);
    resolve({ ...answer, head: head.bytes(), error });
  };
  /** What still comes is not read, and a request that has not begun never will. */
  const cut = (reason: Error): void => {
    cut_by = reason;
    controller?.abort(reason);
  };
  const timer = setTimeout(() => {
    const timeout = new CallbackError('timeout');
    end(timeout);
    cut(timeout);
  }, timeout_ms);

  agent.dispatch(request, {
    onRequestStart: (started) => {
      controller = started;
      if (cut_by !== null) started.abort(cut_by);
    },
    onResponseStart: (_controller, status, headers) => {
      if (status >= FIRST_FINAL_STATUS) answer = { status, headers };
    },
    onResponseData: (_controller, chunk) => {
      if (cut_by !== null || head.take(chunk)) return;
      end(null);
      cut(new Error('The answer is longer than anybody reads'));
    },
    onResponseEnd: () => end(null),
    onResponseError: (_controller, error) => end(error),
  });
  return promise;
}
