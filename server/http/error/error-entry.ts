// What is told of each error, on the wire and on its page.

export type ErrorEntry = {
  readonly status: number;
  readonly title: string;
  /** The same request may succeed later, unchanged. */
  readonly retryable: boolean;
  readonly cause: string;
  readonly fix: string;
  /** A request that meets the error. */
  readonly example: string;
};
