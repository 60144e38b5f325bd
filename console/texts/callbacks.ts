// The texts of the screen of callbacks.
export const CALLBACK_TEXTS = {
  resend_one: {
    label: 'Send again',
    what: 'The merchant’s server gets each of them once more, with the same webhook-id: one that has processed it already ignores it.',
    reasons: ['Their server was down', 'The address was wrong', 'The merchant asked for it'],
  },
  many: {
    label: 'Send a window again',
    what: 'Each endpoint gets what it missed: given up, or from a time when it had no address. What is sent again waits behind new events.',
    merchant: 'Merchant id',
    from: 'From',
    to: 'Before',
    which: 'Which',
    whiches: { not_delivered: 'What was not delivered', all: 'Everything, delivered too' },
    types: 'Types of events',
    types_hint: 'As deposit.completed or withdrawal.*, separated by commas; empty: all',
    count: 'Count first',
    counted: (resent: number, events: number) =>
      `${resent} deliveries of ${events} events would be sent again.`,
    nothing: 'Nothing of this window is left to send again.',
    send: (count: number) => (count === 1 ? 'Send 1 again' : `Send ${count} again`),
    running: 'Sending again',
    progress: (examined: number, remaining: number) =>
      `${examined} of ${examined + remaining} events looked at`,
    done: (resent: number) => `${resent} deliveries wait to be sent now.`,
    stopped: 'It stopped in the middle. Go on: nothing is sent twice.',
    go_on: 'Go on',
    close: 'Close',
  },
} as const;
