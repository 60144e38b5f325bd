// Posts one callback to an untrusted receiver: addresses, time and size are limited.
import { Agent } from 'undici';
import { parseWebAddress } from '../app/request/read-web-address.ts';
import { LIMITS } from '../domain/service/limits.ts';
import { type CallbackPolicy, callbackUrlProblem } from '../domain/values/web-address.ts';
import { NO_PRIVATE_PLACES, type PrivatePlaces } from '../lib/private-places.ts';
import { CallbackError, type CallbackProblem, callbackProblem } from './callback-problem.ts';
import { type Exchange, exchange } from './exchange.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import { readRetryAfter, replyText } from './read-reply.ts';
import { createDnsLookup, lookUpOnMachine, type NameLookup, shareLookups } from './resolve-name.ts';

export type Callback = {
  /** Null if the merchant has no endpoint any more. */
  readonly url: string | null;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** `error` is null exactly if the receiver accepted the callback: a complete 2xx answer in time. */
export type CallbackResult = {
  status: number | null;
  error: CallbackProblem | null;
  duration_ms: number;
  reply_head: string;
  retry_after_ms: number | null;
};

export type CallbackClient = {
  post(callback: Callback): Promise<CallbackResult>;
  close(): Promise<void>;
};

export type CallbackClientOptions = {
  readonly allow_local: boolean;
  /** If absent, no private address is allowed. */
  readonly places?: PrivatePlaces;
  readonly lookUp?: NameLookup;
  readonly timeout_ms?: number;
  readonly connections_per_host?: number;
  /** The time with which dates in Retry-After are compared. */
  readonly now?: () => number;
};

/**
 * As many as there are places for attempts: an attempt that waited for a connection would wait for
 * other merchants, while its own time runs.
 */
const CONNECTIONS_PER_HOST = 256;
const HEADERS_MAX_BYTES = 16_384;
/** undici's own timers are off: they measure pauses, and a slow trickle never pauses. */
const NO_TIMEOUT = 0;

export function createCallbackClient(options: CallbackClientOptions): CallbackClient {
  const { allow_local, timeout_ms = LIMITS.callback_timeout_ms, now = Date.now } = options;
  const policy = { allow_local, places: options.places ?? NO_PRIVATE_PLACES };
  const lookUp = options.lookUp ?? (allow_local ? lookUpOnMachine : createDnsLookup());
  const agent = new Agent({
    connect: createGuardedConnector({ ...policy, timeout_ms, lookUp: shareLookups(lookUp) }),
    connections: options.connections_per_host ?? CONNECTIONS_PER_HOST,
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: HEADERS_MAX_BYTES,
    headersTimeout: NO_TIMEOUT,
    bodyTimeout: NO_TIMEOUT,
  });
  return {
    post: (callback) => attempt(agent, callback, { policy, timeout_ms, now }),
    close: () => agent.destroy(),
  };
}

type Bounds = {
  readonly policy: CallbackPolicy;
  readonly timeout_ms: number;
  readonly now: () => number;
};

async function attempt(agent: Agent, callback: Callback, bounds: Bounds): Promise<CallbackResult> {
  const started_ms = performance.now();
  const ended = await attemptAt(agent, callback, bounds);
  const { status, headers, head } = ended;
  // Compressed bodies are not decompressed, so they contain no readable text.
  const is_text = (headers['content-encoding'] ?? 'identity') === 'identity';
  return {
    status,
    error: problemOf(ended),
    duration_ms: Math.round(performance.now() - started_ms),
    reply_head: is_text ? replyText(head) : '',
    retry_after_ms: readRetryAfter(headers['retry-after'], bounds.now()),
  };
}

async function attemptAt(agent: Agent, callback: Callback, bounds: Bounds): Promise<Exchange> {
  if (callback.url === null) return unsent('no_address');
  const target = targetOf(callback.url, bounds.policy);
  if (target === null) return unsent('address_not_allowed');
  return await send(agent, target, callback, bounds);
}

const unsent = (problem: CallbackProblem): Exchange => ({
  status: null,
  headers: {},
  head: new Uint8Array(),
  error: new CallbackError(problem),
});

type Target = { origin: string; path: string };

/** The address was checked when it was given; the rules may be stricter now. */
function targetOf(url: string, policy: CallbackPolicy): Target | null {
  const address = parseWebAddress(url);
  if (address === null || callbackUrlProblem(address, policy) !== null) return null;
  const { origin, pathname, search } = new URL(url);
  return { origin, path: `${pathname}${search}` };
}

function send(agent: Agent, target: Target, callback: Callback, bounds: Bounds): Promise<Exchange> {
  const headers = { ...callback.headers, 'accept-encoding': 'identity' };
  const request = { ...target, method: 'POST', headers, body: callback.body } as const;
  return exchange(agent, request, bounds.timeout_ms);
}

/** An unknown error is thrown as a bug: it is not the receiver's failure. */
function problemOf({ status, error }: Exchange): CallbackProblem | null {
  if (error === null) return status === null ? 'bad_response' : statusProblem(status);
  const problem = callbackProblem(error);
  if (problem === undefined) throw error;
  return problem;
}

function statusProblem(status: number): CallbackProblem | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'bad_status';
}
