// The texts of what is live: how fresh the page is, and who else looks at the same thing.

export const LIVE_TEXTS = {
  stale: (time: string) => `Not live since ${time}`,
  stale_what: 'The connection was lost. What you see is read again every ten seconds.',
  also_here: 'Also looking at this:',
  since: 'since',
  ask_first: 'Talk to each other before you act: whoever is second is refused, not overwritten.',
} as const;
