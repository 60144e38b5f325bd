// One operation as a request: its address, its parameters and its body, the same for each attempt.
import { PaymentOrdersError } from './api-errors.ts';

export type CallInput = {
  path?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined;
  body?: object | undefined;
};

export type PreparedRequest = {
  method: string;
  url: string;
  /** As the service sees it, without a folder of the proxy before it. */
  path: string;
  params: readonly (readonly [string, string])[];
  payload: string | Blob | null;
  has_key: boolean;
};

function queryText(query: CallInput['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) given.append(name, String(value));
  }
  return given.size === 0 ? '' : `?${given}`;
}

export function prepareRequest(
  base: string,
  name: string,
  [method, template]: readonly [string, string],
  input: CallInput,
): PreparedRequest {
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
  // Every body of a merchant names it, so a client without one has left it undefined.
  if ('merchant_id' in body && body.merchant_id === undefined) throw missing(name, 'merchant_id');
  return JSON.stringify(body);
}

/** A signature is accepted once, so equal requests within a second must differ. */
export function withNonce({ url, path, ...rest }: PreparedRequest): PreparedRequest {
  const nonce = `${path.includes('?') ? '&' : '?'}nonce=${crypto.randomUUID()}`;
  return { url: `${url}${nonce}`, path: `${path}${nonce}`, ...rest };
}
