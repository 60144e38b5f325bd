// The list of rails, and the work of all of them.
import type { RailName } from '../../domain/record/payout-attempt.ts';
import type { App } from '../process/app.ts';
import { FILES } from './files.ts';
import type { Rail } from './rail.ts';
import { SIMULATED_BANK } from './simulated-bank.ts';

const ALL: Readonly<Record<RailName, Rail>> = {
  files: FILES,
  simulated_bank: SIMULATED_BANK,
};

export const railOf = (name: RailName): Rail => ALL[name];

/** Lets every rail work once; returns how much they did. */
export async function workRails(app: App): Promise<number> {
  let done = 0;
  for (const rail of Object.values(ALL)) done += await rail.work(app);
  return done;
}
