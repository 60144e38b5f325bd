// The rail of files: a person takes the files to the bank and brings its answers back.

import { railFileOf } from './payout-files.ts';
import type { Rail } from './rail.ts';

export const FILES: Rail = {
  name: 'files',
  problem: () => null,
  async prepare(app, batch) {
    await railFileOf(app, batch);
  },
  work: () => Promise.resolve(0),
};
