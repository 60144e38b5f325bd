// Makes the words by which pay-outs are found by their payees: a job does it soon after they were
// created, and a search does what is left.
import { makeTradeWords } from '../../store/trade/trade-words.ts';
import type { App } from '../process/app.ts';

/** Some thousand events; returns whether more are left. */
export const makePayeeWords = ({ store }: App): Promise<boolean> =>
  makeTradeWords(store.db, store.cipher);

/** Less than half a second. */
const MOST_ROUNDS = 6;

/** False if there are more new pay-outs than a search should wait for. */
export async function finishPayeeWords(app: App): Promise<boolean> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (!(await makePayeeWords(app))) return true;
  }
  return false;
}
