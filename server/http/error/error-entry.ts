// What an error's answer and its page say.

export type ErrorEntry = {
  readonly status: number;
  readonly title: string;
  /** The same request may succeed later, unchanged. */
  readonly retryable: boolean;
  readonly cause: string;
  readonly fix: string;
  /** A request that produces the error. */
  readonly example: string;
};
