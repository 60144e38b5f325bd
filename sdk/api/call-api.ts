// Sends one operation of the API: address, signature, time limit, retries; returns the answer.
import {
  ApiError,
  ConnectionError,
  errorOf,
  PaymentOrdersError,
  RequestTimeoutError,
} from './api-errors.ts';
import {
  type CallInput,
  type PreparedRequest,
  prepareRequest,
  withNonce,
} from './prepare-request.ts';
import { fileHash, type SignedParts, signedToken, xSignature } from './request-signature.ts';
import { type MayRepeat, retryDelay } from './retry-rule.ts';
import { ATTEMPT_OVER, type AttemptLimits, pause, withLimit } from './time-limit.ts';
import { SDK_VERSION } from './version.ts';

/** One attempt of a call, without anything that logs should not have. */
export type StartedAttempt = {
  /** Its name in the API's document, such as `createPayin`. */
  operation: string;
  method: string;
  /** Without the query. */
  path: string;
  attempt: number;
};

export type EndedAttempt = StartedAttempt & {
  /** Null if no answer came. */
  status: number | null;
  /** As in the service's log; null if no answer came. */
  requestId: string | null;
  durationMs: number;
  /** Null if it was done. */
  error: unknown;
  /** When it is sent again; null: it is not. */
  retryAfterMs: number | null;
};

/** For logs and traces. What a hook throws ends the call. */
export type ClientHooks = {
  /** More headers for an attempt, such as `traceparent`. */
  headers?: (attempt: StartedAttempt) => Readonly<Record<string, string>>;
  onStart?: (attempt: StartedAttempt) => void;
  /** After each attempt, whether it was answered or not. */
  onEnd?: (attempt: EndedAttempt) => void;
};

export type ClientOptions = {
  /** Where the service is: `https://pay.example`. */
  baseUrl: string;
  /** The API token; leave it out for a token of mode `signature`. */
  token?: string;
  /** The token's signing secret: each request is then signed with X-Signature. */
  signingSecret?: string;
  /** Your merchant id, for the calls that do not name it. */
  merchantId?: string;
  /** How long one attempt may take; default: 30,000. */
  timeoutMs?: number;
  /** How often a request is sent again where that is safe; default: 4. */
  retries?: number;
  /** Default: the runtime's own. */
  fetch?: typeof fetch;
  hooks?: ClientHooks;
};

/** What else the answer said; `replayed`: the trade is from an earlier request. */
export type AnswerInfo = {
  status: number;
  headers: Headers;
  requestId: string | null;
  replayed: boolean;
  /** 1, or more after retries. */
  attempts: number;
};

export type CallOptions = {
  /** Ends the call, also while it waits to be sent again. */
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
  onAnswer?: (info: AnswerInfo) => void;
};

/** The operations of an API's document, by their names. */
type Documented = Readonly<Record<string, { readonly answer: unknown }>>;

/** Where each operation of an API's document is found. */
type Places<Operations> = Readonly<
  Record<keyof Operations, readonly [method: string, address: string]>
>;

/** Which of them may be sent again, beside those that only read. */
export type RepeatTable<Operations> = Readonly<Partial<Record<keyof Operations, MayRepeat>>>;

export type CallApi<Operations extends Documented> = <Name extends keyof Operations & string>(
  name: Name,
  input: CallInput,
  options?: CallOptions,
) => Promise<Operations[Name]['answer']>;

type Secrets = { token: string | undefined; signingSecret: string | undefined };

const TIMEOUT_MS = 30_000;
const RETRIES = 4;

function baseOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new PaymentOrdersError(
      `baseUrl must be the service's address, as in https://pay.example`,
    );
  }
  return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}

async function signedText(payload: PreparedRequest['payload']): Promise<string> {
  if (payload === null) return '';
  if (typeof payload === 'string') return payload;
  return fileHash(new Uint8Array(await payload.arrayBuffer()));
}

async function headersOf(
  { token, signingSecret }: Secrets,
  prepared: PreparedRequest,
  more: Readonly<Record<string, string>>,
): Promise<Headers> {
  const headers = new Headers(more);
  headers.set('user-agent', `payment-orders-sdk/${SDK_VERSION}`);
  const { method, path, params, payload } = prepared;
  if (typeof payload === 'string') headers.set('content-type', 'application/json');
  // Fetch would otherwise send an empty type, and a file may be of any.
  else if (payload !== null)
    headers.set('content-type', payload.type || 'application/octet-stream');
  if (token !== undefined) headers.set('x-token', token);
  if (signingSecret === undefined) return headers;
  const parts: SignedParts = { method, path, params, body: await signedText(payload) };
  if (token === undefined) headers.set('x-token', await signedToken(signingSecret, parts));
  const t = Math.floor(Date.now() / 1_000);
  headers.set('x-signature', await xSignature(signingSecret, t, parts));
  return headers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A proxy's page, or an answer that was cut off.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  const { ok, status, headers } = response;
  const is_json = headers.get('content-type')?.startsWith('application/json') === true;
  if (ok && !is_json) return await response.blob();
  const value = parsed(await response.text());
  if (!ok || value === undefined) throw errorOf(status, headers, value);
  return value;
}

/** Runtimes differ in what a failed fetch throws. */
function connectionError(error: unknown, { timeoutMs, signal }: AttemptLimits): unknown {
  if (error instanceof PaymentOrdersError || signal?.aborted === true) return error;
  if (error === ATTEMPT_OVER) {
    return new RequestTimeoutError(`No answer came within ${timeoutMs} ms`, { cause: error });
  }
  return new ConnectionError('No answer came', { cause: error });
}

type Outcome = { response: Response; value: unknown } | { response: null; error: unknown };

async function attempt(
  send: typeof fetch,
  prepared: PreparedRequest,
  headers: Headers,
  limits: AttemptLimits,
): Promise<Outcome> {
  const { method, url, payload: body } = prepared;
  try {
    return await withLimit(limits, async (signal) => {
      // A redirect would carry the token to another host.
      const response = await send(url, { method, headers, body, signal, redirect: 'manual' });
      return { response, value: await readAnswer(response) };
    });
  } catch (error) {
    return { response: null, error: connectionError(error, limits) };
  }
}

function endOf(started: StartedAttempt, begun_at: number, outcome: Outcome): EndedAttempt {
  const durationMs = performance.now() - begun_at;
  const told = { ...started, durationMs, retryAfterMs: null };
  if (outcome.response !== null) {
    const { status, headers } = outcome.response;
    return { ...told, status, requestId: headers.get('x-request-id'), error: null };
  }
  const { error } = outcome;
  const { status, requestId } =
    error instanceof ApiError ? error : { status: null, requestId: null };
  return { ...told, status, requestId, error };
}

function infoOf({ status, headers }: Response, attempts: number): AnswerInfo {
  const replayed = headers.get('idempotent-replayed') === 'true';
  return { status, headers, requestId: headers.get('x-request-id'), replayed, attempts };
}

/** Sends operations by their names in the API's document. */
export function createCall<Operations extends Documented>(
  options: ClientOptions,
  places: Places<Operations>,
  repeats: RepeatTable<Operations>,
): CallApi<Operations> {
  const { token, signingSecret, hooks = {} } = options;
  const base = baseOf(options.baseUrl);
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  return async (name, input, own = {}) => {
    const prepared = prepareRequest(base, name, places[name], input);
    const { timeoutMs = options.timeoutMs ?? TIMEOUT_MS, signal } = own;
    const { retries = options.retries ?? RETRIES } = own;
    const { method, has_key } = prepared;
    const path = prepared.path.split('?', 1).join();
    for (let attempts = 1; ; attempts += 1) {
      const begun_at = performance.now();
      const started = { operation: name, method, path, attempt: attempts };
      hooks.onStart?.(started);
      const request = signingSecret === undefined ? prepared : withNonce(prepared);
      const more = hooks.headers?.(started) ?? {};
      const headers = await headersOf({ token, signingSecret }, request, more);
      const outcome = await attempt(send, request, headers, { timeoutMs, signal });
      const end = endOf(started, begun_at, outcome);
      if (outcome.response !== null) {
        hooks.onEnd?.(end);
        own.onAnswer?.(infoOf(outcome.response, attempts));
        // The document says what the operation answers, and tests compare the two.
        return outcome.value as never;
      }
      const { error } = outcome;
      const random = Math.random();
      const told = { method, repeatable: repeats[name], has_key, random };
      const question = { ...told, error, attempt: attempts, retries };
      const retryAfterMs = retryDelay(question);
      hooks.onEnd?.({ ...end, retryAfterMs });
      if (retryAfterMs === null) throw error;
      await pause(retryAfterMs, signal);
    }
  };
}
