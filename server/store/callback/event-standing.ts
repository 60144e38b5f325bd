// What a trade was after an event, as the event's row has it: in columns, or as JSON in rows from
// before there were columns. Readers take both.
import type { TradeStanding } from '../../domain/record/trade.ts';

export type ToldKind = 'text' | 'uuid' | 'bigint' | 'integer' | 'boolean' | 'time';

/** In the order of the JSON. Times and sequence of the event itself are not repeated. */
export const STANDING_KINDS = {
  state: 'text',
  state_reason: 'text',
  amount_cents: 'bigint',
  received_amount_cents: 'bigint',
  refunded_amount_cents: 'bigint',
  recalled_amount_cents: 'bigint',
  fee_cents: 'bigint',
  settlement_amount_cents: 'bigint',
  receiving_account_id: 'uuid',
  exclusive: 'boolean',
  utr: 'text',
  utr_claims: 'integer',
  disputed_from: 'text',
  expires_at: 'time',
  closed_at: 'time',
  completed_at: 'time',
  final_at: 'time',
} as const satisfies Readonly<
  Record<keyof Omit<TradeStanding, 'sequence' | 'changed_at'>, ToldKind>
>;

export type StandingColumn = keyof typeof STANDING_KINDS;

export const STANDING_COLUMNS = Object.keys(STANDING_KINDS) as StandingColumn[];

/** Usual values are left out of a row. */
const USUAL: Readonly<Record<ToldKind, bigint | number | boolean | null>> = {
  text: null,
  uuid: null,
  bigint: 0n,
  integer: 0,
  boolean: false,
  time: null,
};

/** What a row has of it; null for usual values. */
export function storedValue<Name extends StandingColumn>(
  standing: TradeStanding,
  name: Name,
): TradeStanding[Name] | null {
  const value = standing[name];
  return value === USUAL[STANDING_KINDS[name]] ? null : value;
}

/** JSON has times as milliseconds, and numbers: a constraint keeps amounts below 2^53. */
type StandingJson = Readonly<Record<string, string | number | boolean>>;

export type StandingRow = { readonly [Name in StandingColumn]: TradeStanding[Name] | null } & {
  readonly standing: StandingJson | null;
  readonly sequence: number;
  readonly happened_at: number;
};

export function standingOfRow(row: StandingRow): TradeStanding {
  const told: Readonly<Record<string, unknown>> = row.standing ?? row;
  const values = STANDING_COLUMNS.map((name) => {
    const kind = STANDING_KINDS[name];
    const value = told[name] ?? USUAL[kind];
    return [name, kind === 'bigint' ? BigInt(String(value)) : value];
  });
  const { sequence, happened_at: changed_at } = row;
  return { ...Object.fromEntries(values), sequence, changed_at } as TradeStanding;
}

/** Milliseconds, as JSON has them. */
const inJson = (name: StandingColumn, event: string): string =>
  STANDING_KINDS[name] === 'time'
    ? `(extract(epoch from ${event}.${name}) * 1000)::bigint`
    : `${event}.${name}`;

const jsonType = (kind: ToldKind): string => (kind === 'time' ? 'bigint' : kind);

/** Told values as columns of `name`: the text is read once for all of them. */
export const readToldJson = (
  json: string,
  name: string,
  columns: Readonly<Record<string, ToldKind>>,
): string =>
  `json_to_record(${json}) as ${name}(${Object.entries(columns)
    .map(([column, kind]) => `${column} ${jsonType(kind)}`)
    .join(', ')})`;

/** Columns of an event's standing as a row `name`; times in milliseconds, usual values null. */
export function readStanding(
  event: string,
  name: string,
  columns: readonly StandingColumn[],
): string {
  const kinds = Object.fromEntries(columns.map((column) => [column, STANDING_KINDS[column]]));
  const chosen = columns.map(
    (column) => `case when ${event}.standing is null then ${inJson(column, event)}
      else told.${column} end as ${column}`,
  );
  return `cross join lateral (
    select ${chosen.join(', ')} from ${readToldJson(`${event}.standing`, 'told', kinds)}
  ) ${name}`;
}

/** One value as text; null if it is a usual one. */
export const standingText = (
  event: string,
  name: Exclude<StandingColumn, `${string}_at`>,
): string => `case when ${event}.standing is null then ${event}.${name}::text
  else ${event}.standing ->> '${name}' end`;

const columnsJson = (event: string): string => {
  const pairs = STANDING_COLUMNS.map((name) => `'${name}', ${inJson(name, event)}`);
  return `json_strip_nulls(json_build_object(${pairs.join(', ')}))`;
};

/** The same JSON for both forms, byte by byte. */
export const standingJson = (event: string): string =>
  `case when ${event}.standing is null then ${columnsJson(event)} else ${event}.standing end`;

/** Its text, for digests: columns beside JSON are read by nobody, and would be a lie. */
export const standingContent = (event: string): string =>
  `concat(${event}.standing, nullif(${columnsJson(event)}::text, '{}'))`;
