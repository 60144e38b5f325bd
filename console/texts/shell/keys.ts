// The texts of the keys that every screen has.

export const KEY_TEXTS = {
  title: 'Keys',
  help: 'Show all keys',
  search: 'Go, find, act',
  close: 'Close what is open',
  wait: 'What is shown has changed without you. Keys that decide wait: look at it first.',
  resume: 'Go on with this one',
  resume_key: 'Esc',
} as const;
