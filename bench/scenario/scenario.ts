// The types of a benchmark scenario: its input and the figures that it returns.
export type Figure = {
  readonly scenario: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The target, if any: either `at_least` or `at_most`. */
  readonly at_least?: number;
  readonly at_most?: number;
  /** The single runs whose median is the value. */
  readonly runs?: readonly number[];
};

export type BenchOptions = {
  /** The length of one measured run. */
  readonly seconds: number;
  /** Rounds; in each one the service and its yardsticks run one after the other. */
  readonly rounds: number;
  /** The numbers of existing trades at which growth is measured. */
  readonly trades: readonly number[];
};

export type RunningService = {
  readonly url: string;
  readonly process_id: number;
  stop(): Promise<void>;
};

export type Bench = BenchOptions & {
  /** The benchmark's own PostgreSQL, with full durability, migrated. */
  readonly database_url: string;
  readonly folder: string;
  readonly say: (text: string) => void;
  /** Starts the product's service on this database, on a free port, without rate limits. */
  startService(settings?: Readonly<Record<string, string>>): Promise<RunningService>;
};

export type Scenario = {
  readonly name: string;
  readonly what: string;
  run(bench: Bench): Promise<readonly Figure[]>;
};
