// Verifies a callback (Standard Webhooks) before anything in it is believed.
import { PaymentOrdersError } from './api-errors.js';
/** The callback must not be believed: answer 400, and change nothing. */
export class WebhookError extends PaymentOrdersError {
    name = 'WebhookError';
    problem;
    constructor(problem, detail) {
        super(detail);
        this.problem = problem;
    }
}
const TOLERANCE_S = 300;
const MAX_SIGNATURES = 10;
const SECRET_PREFIX = 'whsec_';
const ENCODER = new TextEncoder();
function hasGet(headers) {
    return typeof headers.get === 'function';
}
function headerOf(headers, name) {
    const found = hasGet(headers)
        ? headers.get(name)
        : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    if (typeof found !== 'string' || found === '') {
        throw new WebhookError('headers', `The header ${name} is missing`);
    }
    return found;
}
function bytesOf(base64) {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
        return null;
    try {
        return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    }
    catch (error) {
        // Not the right number of characters.
        if (error instanceof DOMException)
            return null;
        throw error;
    }
}
function keyBytes(secret) {
    const bytes = secret.startsWith(SECRET_PREFIX)
        ? bytesOf(secret.slice(SECRET_PREFIX.length))
        : null;
    if (bytes === null) {
        throw new WebhookError('secret', 'The secret of an endpoint begins with whsec_');
    }
    return bytes;
}
function checkTime(timestamp, options) {
    if (!/^[0-9]{1,12}$/.test(timestamp)) {
        throw new WebhookError('headers', 'webhook-timestamp is no number of seconds');
    }
    const { toleranceSeconds = TOLERANCE_S, now = Date.now() } = options;
    const age_s = now / 1_000 - Number(timestamp);
    if (age_s > toleranceSeconds) {
        throw new WebhookError('too_old', `It was signed ${Math.round(age_s)} seconds ago`);
    }
    if (age_s < -toleranceSeconds) {
        throw new WebhookError('too_new', `It was signed ${Math.round(-age_s)} seconds in the future`);
    }
}
/** `crypto.subtle.verify` compares in constant time. */
async function isSigned(signed, signatures, secret) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', keyBytes(secret), algorithm, false, ['verify']);
    for (const signature of signatures) {
        if (await crypto.subtle.verify('HMAC', key, signature, signed))
            return true;
    }
    return false;
}
function signaturesOf(header) {
    return header
        .split(' ')
        .slice(0, MAX_SIGNATURES)
        .flatMap((one) => {
        const bytes = one.startsWith('v1,') ? bytesOf(one.slice('v1,'.length)) : null;
        return bytes === null ? [] : [bytes];
    });
}
function isEventBody(value) {
    if (typeof value !== 'object' || value === null)
        return false;
    const members = new Map(Object.entries(value));
    return typeof members.get('type') === 'string' && typeof members.get('data') === 'object';
}
function readEvent(id, bytes) {
    const body = parse(new TextDecoder().decode(bytes));
    if (!isEventBody(body))
        throw new WebhookError('body', 'The body is no event');
    return { ...body, id };
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch (error) {
        // Its message has a part of the body, which nobody should log.
        if (error instanceof SyntaxError)
            return undefined;
        throw error;
    }
}
function joined(head, body) {
    const first = ENCODER.encode(head);
    const all = new Uint8Array(first.length + body.length);
    all.set(first);
    all.set(body, first.length);
    return all;
}
/**
 * The event of a callback, once its signature and time are proven; otherwise throws a WebhookError.
 * `body` is the raw body, before any parsing. Give several secrets while one replaces another.
 * Store `id` and skip an event whose id you have: every retry has the same.
 */
export async function verifyWebhook(body, headers, secret, options = {}) {
    const id = headerOf(headers, 'webhook-id');
    const timestamp = headerOf(headers, 'webhook-timestamp');
    const signatures = signaturesOf(headerOf(headers, 'webhook-signature'));
    const secrets = typeof secret === 'string' ? [secret] : secret;
    const bytes = typeof body === 'string' ? ENCODER.encode(body) : body;
    const signed = joined(`${id}.${timestamp}.`, bytes);
    let is_signed = false;
    for (const one of secrets)
        is_signed = (await isSigned(signed, signatures, one)) || is_signed;
    if (!is_signed)
        throw new WebhookError('signature', 'No secret has signed this callback');
    checkTime(timestamp, options);
    return readEvent(id, bytes);
}
