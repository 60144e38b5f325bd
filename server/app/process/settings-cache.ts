// The settings that many requests need, cached in the process and re-read within a second of a
// change.

import { type Branding, logosOf } from '../../domain/merchant/branding.ts';
import { enabledCurrencies } from '../../domain/merchant/enabled-currencies.ts';
import { hasLimits, heldEndpoints } from '../../domain/merchant/merchant-endpoints.ts';
import { type Bands, bandsOf } from '../../domain/record/band.ts';
import type { CallbackEndpoint } from '../../domain/record/callback-endpoint.ts';
import { type HoldTerms, hasHolds } from '../../domain/record/credit-hold.ts';
import type { FeedBounds } from '../../domain/record/feed-bounds.ts';
import type { Merchant, Rate, Tariff } from '../../domain/record/merchant.ts';
import { mayBeLent, type ReceivingAccount } from '../../domain/record/receiving-account.ts';
import type { Copy, Surroundings } from '../../domain/service/installation.ts';
import type { RetentionPeriods } from '../../domain/service/retention-kinds.ts';
import type { ServiceMode } from '../../domain/service/service-mode.ts';
import { nearestOffset } from '../../lib/clock-offset.ts';
import { type OperatorToken, readOperatorTokens } from '../../store/access/operator-tokens.ts';
import { readReceivingAccounts } from '../../store/account/receiving-accounts.ts';
import { readBands } from '../../store/approval/bands.ts';
import type { Store } from '../../store/batch/store.ts';
import { readCallbackEndpoints } from '../../store/callback/callback-endpoints.ts';
import { readFailingEndpoints } from '../../store/callback/endpoint-health.ts';
import { readBrandings } from '../../store/merchant/brandings.ts';
import { readCurrencies } from '../../store/merchant/currencies.ts';
import { readMerchants, readRates, readTariffs } from '../../store/merchant/merchants.ts';
import { readActiveTokens, type TokenRecord } from '../../store/merchant/tokens.ts';
import type { CellFollower } from '../../store/moving/cell-follower.ts';
import { readRetention } from '../../store/retention/retention-periods.ts';
import { readSandboxAhead } from '../../store/sandbox/sandbox-clock.ts';
import { readSandboxFaults } from '../../store/sandbox/sandbox-faults.ts';
import { readCopy } from '../../store/schema/read-copy.ts';
import { withinLimit } from './outage.ts';

export type Settings = {
  version: bigint;
  mode: ServiceMode;
  /** Set if the database is a copy that nobody has adopted: nothing is sent, nothing changed. */
  copy: Copy | null;
  merchants: ReadonlyMap<string, Merchant>;
  /** By merchant: its callback endpoints, the default one first. */
  endpoints: ReadonlyMap<string, readonly CallbackEndpoint[]>;
  /** By endpointKey: failing or disabled endpoints, whose deliveries wait. */
  held_endpoints: ReadonlySet<string>;
  /** True if any callback endpoint has limits of its own. */
  has_endpoint_limits: boolean;
  /** True if more than one merchant uses the receiving accounts. */
  is_shared: boolean;
  /** Only of merchants with a settlement delay or a reserve. */
  hold_terms: ReadonlyMap<string, HoldTerms>;
  /** From which amounts an act needs a second person. */
  bands: Bands;
  /** How long kinds of data are kept, where somebody has set it. */
  retention: RetentionPeriods;
  /** Of the merchants for whom a branding is set. */
  brandings: ReadonlyMap<string, Branding>;
  /** The merchant whose logo has this file name. */
  logos: ReadonlyMap<string, string>;
  tariffs: ReadonlyMap<string, readonly Tariff[]>;
  rates: ReadonlyMap<string, Rate>;
  accounts: ReadonlyMap<string, ReceivingAccount>;
  /** The currencies that new orders may have. */
  enabled_currencies: ReadonlySet<string>;
  /** By accountsKey: the accounts that a pay-in of this type and currency may get. */
  accounts_by_type: ReadonlyMap<string, readonly ReceivingAccount[]>;
  /** By SHA-256 of the token, hex. */
  tokens: ReadonlyMap<string, TokenRecord>;
  /** Requests per second, by token, of the tokens with a limit of their own. */
  rate_limits: ReadonlyMap<string, number>;
  /** Tokens of mode `signature`, by merchant. */
  signature_tokens: ReadonlyMap<string, readonly TokenRecord[]>;
  operator_tokens: ReadonlyMap<string, OperatorToken>;
  /** What feeds may do, by token id. */
  feeds: ReadonlyMap<string, FeedBounds>;
  /** The sandbox's scripted faults, by token and by merchant: `ID/FAULT`; empty in live mode. */
  sandbox_faults: ReadonlySet<string>;
  /** How far the sandbox's time is ahead; 0 in live mode. */
  sandbox_ahead_ms: number;
};

export const accountsKey = (type: string, currency: string) => `${type}/${currency}`;
export const rateKey = (trade_currency: string, balance_currency: string) =>
  `${trade_currency}/${balance_currency}`;

export type SettingsCache = {
  /** At most a second old; waits for the database only if the cache is older. */
  current(): Promise<Settings>;
  /** The same without waiting: null if `current` would have to query. */
  fresh(): Settings | null;
  /**
   * What was read last, however old; null before that. Only for what never changes: in which cell
   * a merchant is, and whose token it is.
   */
  known(): Settings | null;
  /** When the database last answered, by its clock; null before the first time. */
  answered_at(): number | null;
  /** Re-reads now, after a change made by this process. */
  refresh(): Promise<Settings>;
  /**
   * The database's clock, so that timers end at the same time in all processes. Between queries it
   * runs on the monotonic clock: setting the machine's clock has no effect.
   */
  now(): number;
  close(): void;
};

function groupBy<Value>(values: readonly Value[], key: (value: Value) => string) {
  return new Map(Object.entries(Object.groupBy(values, key))) as ReadonlyMap<
    string,
    readonly Value[]
  >;
}

/** All of it by statements that are sent together, on one connection. */
const readAll = ({ db, cipher }: Store, mode: ServiceMode) =>
  db.transaction((tx) =>
    Promise.all([
      readMerchants(tx),
      readBrandings(tx),
      readTariffs(tx),
      readRates(tx),
      readReceivingAccounts(tx, cipher),
      readCurrencies(tx),
      readBands(tx),
      readRetention(tx),
      readActiveTokens(tx, cipher, mode),
      readCallbackEndpoints(tx, cipher),
      readFailingEndpoints(tx),
      readOperatorTokens(tx, mode),
      mode === 'sandbox' ? readSandboxFaults(tx) : [],
      mode === 'sandbox' ? readSandboxAhead(tx) : 0,
    ]),
  );

type Loaded = Omit<Settings, 'copy'>;

const feedsOf = (tokens: readonly OperatorToken[]): ReadonlyMap<string, FeedBounds> =>
  new Map(
    tokens
      .filter(({ role }) => role === 'feed')
      .map(({ operator_token_id: feed_id, ...token }) => {
        const { receiving_account_ids, lines_per_hour, daily_cents } = token;
        return [feed_id, { feed_id, receiving_account_ids, lines_per_hour, daily_cents }];
      }),
  );

async function load(store: Store, mode: ServiceMode, version: bigint): Promise<Loaded> {
  const [
    merchants,
    brandings,
    tariffs,
    rates,
    accounts,
    listed,
    bands,
    retention,
    tokens,
    stored_endpoints,
    failing,
    operator_tokens,
    faults,
    sandbox_ahead_ms,
  ] = await readAll(store, mode);
  const endpoints = Map.groupBy(stored_endpoints, ({ merchant_id }) => merchant_id);
  const usable = accounts.filter((account) => mayBeLent(account, mode));
  return {
    version,
    mode,
    merchants: new Map(merchants.map((merchant) => [merchant.merchant_id, merchant])),
    endpoints,
    held_endpoints: heldEndpoints(endpoints, failing),
    has_endpoint_limits: [...endpoints.values()].flat().some(hasLimits),
    is_shared: merchants.filter(({ is_house }) => !is_house).length > 1,
    hold_terms: new Map(
      merchants
        .filter(({ settings }) => hasHolds(settings))
        .map(({ merchant_id, settings }) => [merchant_id, settings]),
    ),
    bands: bandsOf(mode, bands.bands, bands.sums),
    retention,
    brandings: new Map(brandings.map(({ merchant_id, branding }) => [merchant_id, branding])),
    logos: logosOf(brandings),
    tariffs: groupBy(tariffs, (tariff) => tariff.merchant_id),
    rates: new Map(
      rates.map((rate) => [rateKey(rate.trade_currency, rate.balance_currency), rate]),
    ),
    enabled_currencies: enabledCurrencies(listed, mode, accounts),
    accounts: new Map(accounts.map((account) => [account.receiving_account_id, account])),
    accounts_by_type: groupBy(usable, ({ type, currency }) => accountsKey(type, currency)),
    tokens: new Map(tokens.map((record) => [record.token_hash, record])),
    rate_limits: new Map(
      tokens.flatMap(({ token: { token_id, rate_limit_per_second: limit } }) =>
        limit === null ? [] : [[token_id, limit]],
      ),
    ),
    signature_tokens: groupBy(
      tokens.filter(({ token }) => token.mode === 'signature'),
      ({ token }) => token.merchant_id,
    ),
    operator_tokens: new Map(operator_tokens.map((token) => [token.token_hash, token])),
    feeds: feedsOf(operator_tokens),
    sandbox_ahead_ms,
    sandbox_faults: new Set(
      faults.flatMap(({ merchant_id, token_id, fault }) => [
        `${merchant_id}/${fault}`,
        `${token_id}/${fault}`,
      ]),
    ),
  };
}

const POLL_MS = 400;
/** Older settings are not used: after this, every process knows a change. */
export const SETTINGS_AGE_MAX_MS = 900;

/**
 * Polls the version; if it changed, re-reads everything. Ages are measured by the monotonic clock.
 */
export function createSettingsCache(
  store: Store,
  mode: ServiceMode,
  onPollError: (error: unknown) => void,
  { around, follower }: { around: Surroundings; follower: CellFollower },
) {
  const { keys } = store.cipher;
  let settings: Settings | null = null;
  let read_from: string | null = null;
  let looked_at = Number.NEGATIVE_INFINITY;
  let looking: Promise<Settings> | null = null;
  let ahead_ms = performance.timeOrigin;

  async function look(): Promise<Settings> {
    const started_at = performance.now();
    // The version is read before the rows, so that the next poll sees a change made in between.
    const { version, source, now } = await follower.look(store.db);
    const answered_ms = performance.now();
    ahead_ms = nearestOffset(ahead_ms, { asked_ms: started_at, answered_ms, told_ms: now });
    if (settings === null || settings.version !== version || read_from !== source) {
      // The change may have brought a new data key with which rows are encrypted.
      await keys.refresh();
      const [loaded, copy] = await Promise.all([
        load(store, mode, version),
        readCopy(store.db, around, onPollError),
      ]);
      settings = { ...loaded, copy };
      read_from = source;
      store.sandbox_ahead_ms = settings.sandbox_ahead_ms;
    }
    keys.confirm(started_at, now);
    looked_at = started_at;
    return settings;
  }

  const fresh = () => (performance.now() - looked_at <= SETTINGS_AGE_MAX_MS ? settings : null);

  function lookOnce(): Promise<Settings> {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  }

  const timer = setInterval(() => {
    lookOnce().catch(onPollError);
  }, POLL_MS);
  timer.unref();

  return {
    async current() {
      const known = fresh();
      if (known !== null) return known;
      const oldest = performance.now() - SETTINGS_AGE_MAX_MS;
      const found = await withinLimit(lookOnce());
      // A look that was under way for long may have read what has changed since.
      return looked_at >= oldest ? found : await withinLimit(lookOnce());
    },
    fresh,
    known: () => settings,
    answered_at: () => (settings === null ? null : Math.floor(looked_at + ahead_ms)),
    async refresh() {
      // A query already under way may have begun before the change.
      if (looking !== null) await looking;
      return await lookOnce();
    },
    now: () => Math.floor(performance.now() + ahead_ms),
    close: () => clearInterval(timer),
  } satisfies SettingsCache;
}
