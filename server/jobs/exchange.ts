// Sends one request and reads its answer within limits of time and size, on undici's low-level API:
// its streams and signals would double the cost.
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { CallbackError } from './callback-problem.ts';
import { createReplyHead } from './read-reply.ts';

/** What was received: `error` is null if the answer is complete, or complete up to the limit. */
export type Exchange = {
  status: number | null;
  headers: IncomingHttpHeaders;
  head: Uint8Array;
  error: Error | null;
};

const FIRST_FINAL_STATUS = 200;

/** The time limit covers everything: look-up, connection, and a slow trickle of data. */
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
  /** The rest of the answer is not read, and a request not yet sent is never sent. */
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
      cut(new Error('The answer is longer than the limit'));
    },
    onResponseEnd: () => end(null),
    onResponseError: (_controller, error) => end(error),
  });
  return promise;
}
