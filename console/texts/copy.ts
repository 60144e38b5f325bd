// The texts of a copy of the database: what rests until somebody adopts it, and who may.
export const COPY_TEXTS = {
  title: 'This is a copy of the database, and rests',
  more: 'What it means',
  less: 'Less',
  rests:
    'You can look at everything. Nothing is changed, no order is taken, and no callback, notice, report or proof is made before the copy is adopted.',
  owners: 'An owner can adopt it, once the original is stopped for good.',
  yours: 'Adopt it only once the original is stopped for good.',
  adopt: 'Adopt the copy',
  what: 'From then on this is the installation’s own database: orders are taken, and everything that waited is sent. If the original still runs, callbacks and reports are sent twice.',
  done: 'The copy is adopted.',
  reasons: ['The original is lost', 'The service has moved here', 'This is a test of its own'],
} as const;
