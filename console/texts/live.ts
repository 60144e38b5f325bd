// The texts of what is live: how fresh the page is, and who else looks at the same thing.

/** `3 days`, `1 day 2 hours`, `15 minutes`: the two largest parts. */
function lengthOf(seconds: number): string {
  const parts: readonly [count: number, unit: string][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3_600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
}

export const LIVE_TEXTS = {
  stale: (time: string) => `Not live since ${time}`,
  stale_what: 'The connection was lost. What you see is read again every ten seconds.',
  offline: 'You are offline',
  silent: 'The service does not answer',
  silent_what: (time: string) =>
    `What you see is from ${time} at the latest. Nothing is sent until the service answers; then everything is read again.`,
  try_now: 'Try now',
  clock_ahead: (seconds: number) => `The sandbox’s clock is ${lengthOf(seconds)} ahead`,
  clock_ahead_what: 'The times of orders, money and callbacks are the sandbox’s, not yours.',
  also_here: 'Also looking at this:',
  since: 'since',
  ask_first: 'Talk to each other before you act: whoever is second is refused, not overwritten.',
} as const;
