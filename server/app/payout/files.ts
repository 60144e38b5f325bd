// The rail of files: a person carries them to the bank and brings back what it answers.

import { payoutFileOf } from './payout-files.ts';
import type { Rail } from './rail.ts';

export const FILES: Rail = {
  name: 'files',
  problem: () => null,
  async prepare(app, batch) {
    await payoutFileOf(app, batch, 'pain001');
  },
  work: () => Promise.resolve(0),
};
