// Time limits and pauses that a caller's signal ends, with timers that every runtime has.

/** The reason with which an attempt ends that took too long. */
export const ATTEMPT_OVER = new DOMException('The attempt took too long', 'TimeoutError');

export type AttemptLimits = { timeoutMs: number; signal: AbortSignal | undefined };

/** Runs `act` with a signal that ends with the caller's, or after the time. */
export async function withLimit<Value>(
  { timeoutMs, signal }: AttemptLimits,
  act: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const end = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(ATTEMPT_OVER), timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await act(controller.signal);
  } catch (error) {
    // Runtimes differ in what an aborted fetch throws.
    if (controller.signal.aborted) throw controller.signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}

/** Ends early with the signal's reason. */
export function pause(delay_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, delay_ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}
