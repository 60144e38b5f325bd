// The loads that can be compared with another commit: requests of merchants, and statements of the
// bank, all over HTTP, because the other service has a schema and data of its own.
import type { Shop } from '../harness/shop.ts';
import type { KnownTrade, RequestMix } from '../load/load-plan.ts';
import { PAYOUT_AMOUNTS, payins, payouts } from '../scenario/bench-shops.ts';
import { MIXED_SHARES } from '../scenario/mixed.ts';
import { READ_QUESTIONS } from '../scenario/reads.ts';

export type ComparedRequests = {
  readonly scenario: string;
  readonly name: string;
  readonly answers: readonly string[];
  mix(shops: readonly Shop[], trades: readonly KnownTrade[]): RequestMix;
};

/** Lines instead of requests. */
export type ComparedLines = {
  readonly scenario: string;
  readonly name: string;
  readonly is_statement: true;
};

export type ComparedLoad = ComparedRequests | ComparedLines;

const READS: readonly ComparedLoad[] = READ_QUESTIONS.map(({ kind, name }) => ({
  scenario: 'reads',
  name,
  answers: ['200'],
  mix: (shops, trades) => ({ ...payins(shops), trades, shares: { [kind]: 1 } }),
}));

export const COMPARED_LOADS: readonly ComparedLoad[] = [
  { scenario: 'creates', name: 'pay-in creates', answers: ['201'], mix: (shops) => payins(shops) },
  {
    scenario: 'payouts',
    name: 'pay-outs on one merchant',
    answers: ['201'],
    mix: (shops) => payouts(shops.slice(0, 1)),
  },
  {
    scenario: 'payouts',
    name: 'pay-outs of all merchants',
    answers: ['201'],
    mix: (shops) => payouts(shops),
  },
  ...READS,
  {
    scenario: 'mixed',
    name: 'gets, pay-ins and pay-outs',
    answers: ['200', '201'],
    mix: (shops, trades) => ({
      shares: MIXED_SHARES,
      shops,
      trades,
      amounts_cents: PAYOUT_AMOUNTS,
    }),
  },
  { scenario: 'matching', name: 'lines of a statement', is_statement: true },
];

export const COMPARED_SCENARIOS: readonly string[] = [
  ...new Set(COMPARED_LOADS.map(({ scenario }) => scenario)),
];
