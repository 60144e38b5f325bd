// When a request is sent again, and after how long: never if that could do something twice.
import { ApiError, ConnectionError } from './api-errors.ts';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 8_000;
/** A service that asks for a longer pause is not waited for: the error says how long it asked. */
const LONGEST_RETRY_AFTER_S = 60;

/** Answers that say nothing about the request itself. */
const PASSING = [408, 429, 500, 502, 503, 504];

/** Whether the same request, sent again, does nothing twice. */
export type MayRepeat = 'always' | 'with_key' | 'never';

export type RetryQuestion = {
  method: string;
  /** Undefined: nobody has said that it may. */
  repeatable: MayRepeat | undefined;
  has_key: boolean;
  error: unknown;
  /** How often it was sent: 1, 2, 3 … */
  attempt: number;
  retries: number;
  /** From 0 to 1. */
  random: number;
};

const mayRepeat = ({ method, repeatable, has_key }: RetryQuestion): boolean =>
  method === 'GET' || repeatable === 'always' || (repeatable === 'with_key' && has_key);

function isPassing(error: unknown): boolean {
  if (error instanceof ApiError) return PASSING.includes(error.status);
  return error instanceof ConnectionError;
}

/** Milliseconds until the request is sent again; null: it is not. */
export function retryDelay(question: RetryQuestion): number | null {
  const { error, attempt, retries, random } = question;
  if (attempt > retries || !mayRepeat(question) || !isPassing(error)) return null;
  const growing = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  const own = growing * (0.5 + random / 2);
  const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
  if (asked === null) return own;
  return asked > LONGEST_RETRY_AFTER_S ? null : asked * 1_000 + own;
}
