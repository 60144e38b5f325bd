// The settings of the sandbox: its demo data and its simulated bank.
import { BANK_ANSWERS, type BankAnswers } from '../domain/sandbox/magic-values.ts';
import type { AnyRow } from './setting-text.ts';
import { oneOfValues, parseFlag, wholeNumber } from './setting-values.ts';

export type SandboxSettings = {
  seed: boolean;
  sandbox_bank: BankAnswers;
  sandbox_bank_seconds: number;
};

export const SANDBOX_ROWS = {
  seed: {
    name: 'SEED',
    default_value: { sandbox: 'true', live: 'false' },
    takes: 'true or false, and never true in live mode',
    sentence: 'Whether an empty sandbox gets demo merchants, accounts and trades.',
    parse: parseFlag,
  },
  sandbox_bank: {
    name: 'SANDBOX_BANK',
    default_value: { sandbox: 'magic', live: 'off' },
    takes: 'magic, all or off, and always off in live mode',
    sentence: 'Which orders the simulated bank answers by itself: those of magic values, or all.',
    parse: oneOfValues(BANK_ANSWERS),
  },
  sandbox_bank_seconds: {
    name: 'SANDBOX_BANK_SECONDS',
    default_value: '3',
    takes: 'a whole number from 0 to 3600',
    sentence: 'How long the simulated bank takes for each of its answers.',
    parse: wholeNumber(0, 3_600),
  },
} satisfies Record<string, AnyRow>;
