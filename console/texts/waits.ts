// The texts that say that an act waits for a second person.

export const WAITS_TEXTS = {
  title: 'Waits for a second person',
  detail: 'Nothing has happened yet. Somebody else has to approve it.',
  open: 'Open the request',
  many: (count: number) =>
    count === 1 ? '1 waits for a second person' : `${count} wait for a second person`,
  list: 'Your requests',
} as const;
