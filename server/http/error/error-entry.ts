// What an error's answer and its page say.

/** Why no command shows an error: a closed list, so that a missing example is a decision. */
export const NOT_SHOWN = {
  takes_time: 'No command shows it at once, because it takes minutes or days of waiting.',
  live_only: 'A sandbox never gives it.',
  needs_device: 'No command shows it, because it takes passkeys that a browser has registered.',
  page_only: 'Only the payment page shows it, as a text for the payer.',
  needs_much: 'No command shows it in a sandbox, because it takes a very large database.',
  needs_fault: 'No command shows it, because it takes a bug or an outage.',
  needs_line: 'No command shows it, because it takes a bank line that no rule could match.',
  needs_people: 'No command shows it, because it takes the work of two people.',
} as const;
export type NotShown = keyof typeof NOT_SHOWN;

export type ErrorEntry = {
  readonly status: number;
  readonly title: string;
  /** The same request may succeed later, unchanged. */
  readonly retryable: boolean;
  readonly cause: string;
  readonly fix: string;
  /** Shell commands whose last request gives the error in a sandbox; or why there are none. */
  readonly example: string | { readonly not_shown: NotShown };
};
