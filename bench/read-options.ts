// The command line of the benchmark: what to run, how long, and where the result goes.
import { parseArgs } from 'node:util';
import { MARKED, MARKED_COMMIT } from './against/marked-commit.ts';
import type { BenchOptions } from './scenario/scenario.ts';

export type BenchChoice = {
  readonly only: readonly string[];
  readonly options: BenchOptions;
  readonly json_file: string | null;
  /** The commit to compare with. */
  readonly against: string | null;
  /** The ratio of processor times that fails the comparison if every round is above it. */
  readonly at_most: number | null;
  readonly help: boolean;
};

/** The command line is wrong; the message is printed without a stack trace. */
export class WrongUsage extends Error {}

const DEFAULT: BenchOptions = { seconds: 6, rounds: 3, trades: [100_000, 1_000_000] };
const QUICK: BenchOptions = { seconds: 2, rounds: 1, trades: [10_000, 100_000] };
const MOST_TRADES = 10_000_000;

export function usage(
  scenarios: readonly { name: string; what: string }[],
  comparable: readonly string[],
): string {
  const listed = scenarios.map(({ name, what }) => `  ${name.padEnd(12)}${what}`);
  return `Usage: npm run bench -- [--only creates,reads] [--quick | --full]
         [--seconds ${DEFAULT.seconds}] [--rounds ${DEFAULT.rounds}] [--json FILE]
       npm run bench -- --against COMMIT [--only creates,reads] [--at-most 1.25]

Measures the service and its yardsticks in the same run, on its own PostgreSQL with full
durability. Run it on an otherwise idle machine.

  --only      scenarios, separated by commas; default: all
  --quick     one short round of each: checks that the scenarios work, not how fast they are
  --full      growth up to 10^7 trades, 10^6 creates and 10^6 entries: an hour or more
  --seconds   length of each measured run
  --rounds    number of runs of the service and of each yardstick; the median counts
  --json      file to which the figures and a description of the machine are written
  --against   compares the service with that of another commit, in turns under the same load, each
              on a PostgreSQL of its own; default: creates only; possible: ${comparable.join(', ')}.
              "${MARKED}" is the last release, or the commit in bench/against/marked-commit.ts
  --at-most   fails if the processor time of a request, of the service or of both, is more than
              this ratio of that commit's in every round

Scenarios:
${listed.join('\n')}

The exit code is 0 even if a figure misses its target or is worse, and 1 if a scenario failed or
--at-most was exceeded.`;
}

const ARGUMENTS = {
  only: { type: 'string' },
  quick: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  seconds: { type: 'string' },
  rounds: { type: 'string' },
  json: { type: 'string' },
  against: { type: 'string' },
  'at-most': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: ARGUMENTS }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new WrongUsage(error.message, { cause: error });
  }
}

function readNumber(name: string, text: string | undefined, most: number, otherwise: number) {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > most) {
    throw new WrongUsage(`--${name} must be a whole number from 1 to ${most}, not "${text}".`);
  }
  return value;
}

function readNames(text: string | undefined, known: readonly string[]): readonly string[] {
  if (text === undefined) return known;
  const names = text.split(',').map((name) => name.trim());
  const wrong = names.filter((name) => !known.includes(name));
  if (wrong.length > 0) {
    throw new WrongUsage(`No scenario "${wrong.join('", "')}"; there are ${known.join(', ')}.`);
  }
  return known.filter((name) => names.includes(name));
}

const COMPARED_BY_DEFAULT = 'creates';

function readCompared(text: string | undefined, { known, comparable }: KnownNames) {
  const names = readNames(text ?? COMPARED_BY_DEFAULT, known);
  const wrong = names.filter((name) => !comparable.includes(name));
  if (wrong.length > 0) {
    throw new WrongUsage(
      `--against cannot compare ${wrong.join(', ')}; it can compare ${comparable.join(', ')}.`,
    );
  }
  return names;
}

/** A rate says nothing on a busy machine, processor time says a little, hence no limit near 1. */
const LEAST_LIMIT = 1.05;
const MOST_LIMIT = 10;

function readLimit(text: string | undefined, against: string | null): number | null {
  if (text === undefined) return null;
  if (against === null) throw new WrongUsage('--at-most needs --against.');
  const value = Number(text);
  if (value >= LEAST_LIMIT && value <= MOST_LIMIT) return value;
  throw new WrongUsage(`--at-most must be from ${LEAST_LIMIT} to ${MOST_LIMIT}, not "${text}".`);
}

export type KnownNames = {
  readonly known: readonly string[];
  readonly comparable: readonly string[];
};

/** Throws WrongUsage with a message for the user. */
export function readOptions(args: readonly string[], names: KnownNames): BenchChoice {
  const values = parse(args);
  const { quick, full, help, json, against = null } = values;
  if (quick && full) throw new WrongUsage('--quick and --full exclude each other.');
  if (against !== null && full) throw new WrongUsage('--against and --full exclude each other.');
  if (against === '') throw new WrongUsage('--against needs the name of a commit.');
  const base = quick ? QUICK : DEFAULT;
  return {
    only: against === null ? readNames(values.only, names.known) : readCompared(values.only, names),
    options: {
      seconds: readNumber('seconds', values.seconds, 600, base.seconds),
      rounds: readNumber('rounds', values.rounds, 100, base.rounds),
      trades: full ? [...base.trades, MOST_TRADES] : base.trades,
    },
    json_file: json ?? null,
    against: against === MARKED ? MARKED_COMMIT : against,
    at_most: readLimit(values['at-most'], against),
    help,
  };
}
