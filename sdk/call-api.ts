// Sends one operation of the API: address, signature, time limit, retries; returns the answer.
import { ConnectionError, errorOf, PaymentOrdersError, RequestTimeoutError } from './api-errors.ts';
import { fileHash, type SignedParts, signedToken, xSignature } from './request-signature.ts';
import { retryDelay } from './retry-rule.ts';
import { type Operations, PLACES } from './schema.gen.ts';
import { ATTEMPT_OVER, type AttemptLimits, pause, withLimit } from './time-limit.ts';
import { SDK_VERSION } from './version.ts';

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

export type CallInput = {
  path?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined;
  body?: object | undefined;
};

export type CallApi = <Name extends keyof Operations>(
  name: Name,
  input: CallInput,
  options?: CallOptions,
) => Promise<Operations[Name]['answer']>;

type Secrets = { token: string | undefined; signingSecret: string | undefined };

type Prepared = {
  method: string;
  url: string;
  /** As the service sees it, without a folder of the proxy before it. */
  path: string;
  params: readonly (readonly [string, string])[];
  payload: string | Blob | null;
  has_key: boolean;
};

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

function queryText(query: CallInput['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) given.append(name, String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}

function prepare(base: string, name: keyof Operations, input: CallInput): Prepared {
  const [method, template] = PLACES[name];
  const params: [string, string][] = [];
  const place = template.replace(/\{(\w+)\}/g, (_whole, parameter: string) => {
    const value = input.path?.[parameter];
    if (value === undefined || value === '') {
      throw missing(name, parameter);
    }
    params.push([parameter, value]);
    return encodeURIComponent(value);
  });
  const merchant_id = input.query?.merchant_id;
  if (params.length === 0 && typeof merchant_id === 'string')
    params.push(['merchant_id', merchant_id]);
  const { body } = input;
  return {
    method,
    url: `${base}${place}${queryText(input.query)}`,
    path: `${place}${queryText(input.query)}`,
    params,
    payload: body === undefined ? null : payloadOf(name, body),
    has_key: body !== undefined && 'idempotency_key' in body,
  };
}

const missing = (name: string, field: string) =>
  new PaymentOrdersError(`${name} needs ${field}: name it, or give the client merchantId`);

function payloadOf(name: string, body: object): string | Blob {
  if (body instanceof Blob) return body;
  // Every body of the API names the merchant.
  if (!('merchant_id' in body) || body.merchant_id === undefined)
    throw missing(name, 'merchant_id');
  return JSON.stringify(body);
}

/** A signature is accepted once, so equal requests within a second must differ. */
function withNonce({ url, path, ...rest }: Prepared): Prepared {
  const nonce = `${path.includes('?') ? '&' : '?'}nonce=${crypto.randomUUID()}`;
  return { url: `${url}${nonce}`, path: `${path}${nonce}`, ...rest };
}

async function signedText(payload: Prepared['payload']): Promise<string> {
  if (payload === null) return '';
  if (typeof payload === 'string') return payload;
  return fileHash(new Uint8Array(await payload.arrayBuffer()));
}

async function headersOf({ token, signingSecret }: Secrets, prepared: Prepared): Promise<Headers> {
  const headers = new Headers({ 'user-agent': `payment-orders-sdk/${SDK_VERSION}` });
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

async function attempt(
  send: typeof fetch,
  secrets: Secrets,
  prepared: Prepared,
  limits: AttemptLimits,
): Promise<{ response: Response; value: unknown }> {
  const request = secrets.signingSecret === undefined ? prepared : withNonce(prepared);
  const headers = await headersOf(secrets, request);
  const { method, url, payload: body } = request;
  try {
    return await withLimit(limits, async (signal) => {
      // A redirect would carry the token to another host.
      const response = await send(url, { method, headers, body, signal, redirect: 'manual' });
      return { response, value: await readAnswer(response) };
    });
  } catch (error) {
    throw connectionError(error, limits);
  }
}

function infoOf({ status, headers }: Response, attempts: number): AnswerInfo {
  const replayed = headers.get('idempotent-replayed') === 'true';
  return { status, headers, requestId: headers.get('x-request-id'), replayed, attempts };
}

/** Sends operations by their names in the API's document. */
export function createCall(options: ClientOptions): CallApi {
  const { token, signingSecret } = options;
  const base = baseOf(options.baseUrl);
  if (token === undefined && signingSecret === undefined) {
    throw new PaymentOrdersError('Give a token, or the signingSecret of a token that only signs');
  }
  const send: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  return async (name, input, own = {}) => {
    const prepared = prepare(base, name, input);
    const { timeoutMs = options.timeoutMs ?? TIMEOUT_MS, signal } = own;
    const { retries = options.retries ?? RETRIES } = own;
    for (let attempts = 1; ; attempts += 1) {
      try {
        const limits = { timeoutMs, signal };
        const { response, value } = await attempt(send, { token, signingSecret }, prepared, limits);
        own.onAnswer?.(infoOf(response, attempts));
        // The document says what the operation answers, and tests compare the two.
        return value as never;
      } catch (error) {
        const { has_key } = prepared;
        const random = Math.random();
        const question = { operation: name, has_key, error, attempt: attempts, retries, random };
        const delay_ms = retryDelay(question);
        if (delay_ms === null) throw error;
        await pause(delay_ms, signal);
      }
    }
  };
}
