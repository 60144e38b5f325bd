// What a scenario of the benchmark is given, and the figures it hands back.
export type Figure = {
  readonly scenario: string;
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The target, where there is one: either this or the next, none for plain facts. */
  readonly at_least?: number;
  readonly at_most?: number;
  /** What the value is the median of. */
  readonly runs?: readonly number[];
};

export type BenchOptions = {
  /** The length of one measured run. */
  readonly seconds: number;
  /** Rounds in which the service and its yardsticks take turns. */
  readonly rounds: number;
  /** How many trades there are when growth is measured. */
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
  /** A service of the product over this database, on a free port, without rate limits. */
  startService(settings?: Readonly<Record<string, string>>): Promise<RunningService>;
};

export type Scenario = {
  readonly name: string;
  readonly what: string;
  run(bench: Bench): Promise<readonly Figure[]>;
};
