// Sends one operation of the API: address, signature, time limit, retries; returns the answer.
import { ConnectionError, errorOf, PaymentOrdersError, RequestTimeoutError } from './api-errors.js';
import { fileHash, signedToken, xSignature } from './request-signature.js';
import { retryDelay } from './retry-rule.js';
import { PLACES } from './schema.gen.js';
import { ATTEMPT_OVER, pause, withLimit } from './time-limit.js';
import { SDK_VERSION } from './version.js';
const TIMEOUT_MS = 30_000;
const RETRIES = 4;
function baseOf(baseUrl) {
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
    if (url === null || !/^https?:$/.test(url.protocol)) {
        throw new PaymentOrdersError(`baseUrl must be the service's address, as in https://pay.example`);
    }
    return `${url.origin}${url.pathname.replace(/\/$/, '')}`;
}
function queryText(query = {}) {
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        if (value !== undefined && value !== null)
            given.append(name, String(value));
    }
    return given.size === 0 ? '' : `?${given}`;
}
function prepare(base, name, input) {
    const [method, template] = PLACES[name];
    const params = [];
    const place = template.replace(/\{(\w+)\}/g, (_whole, parameter) => {
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
const missing = (name, field) => new PaymentOrdersError(`${name} needs ${field}: name it, or give the client merchantId`);
function payloadOf(name, body) {
    if (body instanceof Blob)
        return body;
    // Every body of the API names the merchant.
    if (!('merchant_id' in body) || body.merchant_id === undefined)
        throw missing(name, 'merchant_id');
    return JSON.stringify(body);
}
/** A signature is accepted once, so equal requests within a second must differ. */
function withNonce({ url, path, ...rest }) {
    const nonce = `${path.includes('?') ? '&' : '?'}nonce=${crypto.randomUUID()}`;
    return { url: `${url}${nonce}`, path: `${path}${nonce}`, ...rest };
}
async function signedText(payload) {
    if (payload === null)
        return '';
    if (typeof payload === 'string')
        return payload;
    return fileHash(new Uint8Array(await payload.arrayBuffer()));
}
async function headersOf({ token, signingSecret }, prepared) {
    const headers = new Headers({ 'user-agent': `payment-orders-sdk/${SDK_VERSION}` });
    const { method, path, params, payload } = prepared;
    if (typeof payload === 'string')
        headers.set('content-type', 'application/json');
    // Fetch would otherwise send an empty type, and a file may be of any.
    else if (payload !== null)
        headers.set('content-type', payload.type || 'application/octet-stream');
    if (token !== undefined)
        headers.set('x-token', token);
    if (signingSecret === undefined)
        return headers;
    const parts = { method, path, params, body: await signedText(payload) };
    if (token === undefined)
        headers.set('x-token', await signedToken(signingSecret, parts));
    const t = Math.floor(Date.now() / 1_000);
    headers.set('x-signature', await xSignature(signingSecret, t, parts));
    return headers;
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch (error) {
        // A proxy's page, or an answer that was cut off.
        if (error instanceof SyntaxError)
            return undefined;
        throw error;
    }
}
async function readAnswer(response) {
    const { ok, status, headers } = response;
    const is_json = headers.get('content-type')?.startsWith('application/json') === true;
    if (ok && !is_json)
        return await response.blob();
    const value = parsed(await response.text());
    if (!ok || value === undefined)
        throw errorOf(status, headers, value);
    return value;
}
/** Runtimes differ in what a failed fetch throws. */
function connectionError(error, { timeoutMs, signal }) {
    if (error instanceof PaymentOrdersError || signal?.aborted === true)
        return error;
    if (error === ATTEMPT_OVER) {
        return new RequestTimeoutError(`No answer came within ${timeoutMs} ms`, { cause: error });
    }
    return new ConnectionError('No answer came', { cause: error });
}
async function attempt(send, secrets, prepared, limits) {
    const request = secrets.signingSecret === undefined ? prepared : withNonce(prepared);
    const headers = await headersOf(secrets, request);
    const { method, url, payload: body } = request;
    try {
        return await withLimit(limits, async (signal) => {
            // A redirect would carry the token to another host.
            const response = await send(url, { method, headers, body, signal, redirect: 'manual' });
            return { response, value: await readAnswer(response) };
        });
    }
    catch (error) {
        throw connectionError(error, limits);
    }
}
function infoOf({ status, headers }, attempts) {
    const replayed = headers.get('idempotent-replayed') === 'true';
    return { status, headers, requestId: headers.get('x-request-id'), replayed, attempts };
}
/** Sends operations by their names in the API's document. */
export function createCall(options) {
    const { token, signingSecret } = options;
    const base = baseOf(options.baseUrl);
    if (token === undefined && signingSecret === undefined) {
        throw new PaymentOrdersError('Give a token, or the signingSecret of a token that only signs');
    }
    const send = options.fetch ?? ((input, init) => fetch(input, init));
    return async (name, input, own = {}) => {
        const prepared = prepare(base, name, input);
        const { timeoutMs = options.timeoutMs ?? TIMEOUT_MS, signal } = own;
        const { retries = options.retries ?? RETRIES } = own;
        for (let attempts = 1;; attempts += 1) {
            try {
                const limits = { timeoutMs, signal };
                const { response, value } = await attempt(send, { token, signingSecret }, prepared, limits);
                own.onAnswer?.(infoOf(response, attempts));
                // The document says what the operation answers, and tests compare the two.
                return value;
            }
            catch (error) {
                const { has_key } = prepared;
                const random = Math.random();
                const question = { operation: name, has_key, error, attempt: attempts, retries, random };
                const delay_ms = retryDelay(question);
                if (delay_ms === null)
                    throw error;
                await pause(delay_ms, signal);
            }
        }
    };
}
