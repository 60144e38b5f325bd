// In front of the servers of several cells: hands each request to the cell of the merchant that
// sends it, before anything of it is done. Each server has its own cell's use cases only, so none
// can act in another cell. A service with one cell has no front.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type FoundCell,
  findCell,
  findCellNow,
  type HasIt,
  hasLogo,
  hasMerchant,
  hasToken,
  type ServedCells,
} from '../../app/cell/cells.ts';
import { sha256Hex } from '../../app/process/ids.ts';
import type { Log } from '../../app/process/log-words.ts';
import { readPageToken } from '../../app/process/page-address.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { createShedPages, SHED_PAGE_HEADERS } from '../admission/shed-page.ts';
import { cellsAway, errorBody } from '../error/reply.ts';
import { headersFor } from '../transport/http-headers.ts';
import { peekMerchants } from './peek-merchant.ts';

type Front = {
  cells: ServedCells;
  /** The server of the control cell, which has all other routes, too. */
  control: RequestListener;
  /** The server of a cell that is there. */
  serverOf(name: string): RequestListener;
  public_url: () => string;
  log: Log;
};

const MERCHANT_API = '/api/v1/';
const PAGE = /^\/pay\/([\w-]{64})(?:[/?]|$)/;
const LOGO = /^\/pay\/logos\/([\w.-]{1,128})$/;
const PROOF_KEYS = /^\/api\/v1\/proof_keys(?:\?|$)/;
/** A merchant and a trade, in the body and in the address. */
const MOST_NAMED = 4;
const HMAC_HEX = /^[0-9a-f]{64}$/;

/** What of a request says whose it is; null: it is the control cell's, whoever sends it. */
function signOf({ url = '', headers }: IncomingMessage): HasIt | 'signature' | 'keys' | null {
  if (url.startsWith(MERCHANT_API)) {
    const token = headers['x-token'];
    if (token === undefined) return PROOF_KEYS.test(url) ? 'keys' : null;
    const text = String(token);
    return HMAC_HEX.test(text) ? 'signature' : hasToken(sha256Hex(text));
  }
  const [, page] = PAGE.exec(url) ?? [];
  const claimed = page === undefined ? null : readPageToken(page);
  if (claimed !== null) return hasMerchant(claimed.merchant_id);
  const [, logo] = LOGO.exec(url) ?? [];
  return logo === undefined ? null : hasLogo(logo);
}

const WHICH_KEYS = refuse(
  'unauthorized',
  'The service has several cells, each with proof keys of its own: send your X-Token as well.',
);

const twice = (names: readonly string[]): Refusal =>
  refuse(
    'unavailable',
    `The cells ${names.join(', ')} have the same merchant: neither serves it.`,
    {
      retry_after_s: 30,
    },
  );

function createRefuser({ public_url }: Front) {
  const pages = createShedPages(public_url());
  return (request: IncomingMessage, response: ServerResponse, refusal: Refusal) => {
    const request_id = randomUUID();
    const page = pages(request);
    const body = errorBody(public_url(), request_id, refusal);
    const text = page ?? JSON.stringify(body);
    const headers = {
      ...headersFor(public_url()),
      ...(page === null
        ? { 'content-type': 'application/json; charset=utf-8' }
        : SHED_PAGE_HEADERS),
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(text),
      'x-request-id': request_id,
      ...(refusal.retry_after_s === undefined
        ? {}
        : { 'retry-after': String(refusal.retry_after_s) }),
      // What follows of a body that nobody reads cannot be told from the next request.
      connection: 'close',
    };
    response.writeHead(body.status, headers).end(text);
  };
}

export function createFront(front: Front): RequestListener {
  const { cells, control, serverOf, log } = front;
  const refuseNow = createRefuser(front);

  const enter = (found: FoundCell, request: IncomingMessage, response: ServerResponse) => {
    if (found.kind === 'cell') return serverOf(found.name)(request, response);
    // It refuses what nobody knows as a service with one cell does.
    if (found.kind === 'nowhere') return control(request, response);
    if (found.kind === 'several') {
      log.error({ cells: found.names }, 'two cells have the same merchant or token');
      return refuseNow(request, response, twice(found.names));
    }
    return refuseNow(request, response, cellsAway(found.names));
  };

  const enterSigned = async (request: IncomingMessage, response: ServerResponse) => {
    const named = await peekMerchants(request);
    if (named === null) return;
    for (const merchant_id of named.slice(0, MOST_NAMED)) {
      const found = await findCell(cells, hasMerchant(merchant_id));
      if (found.kind !== 'nowhere') return enter(found, request, response);
    }
    control(request, response);
  };

  const failed = (response: ServerResponse) => (error: unknown) => {
    log.error({ err: error }, 'the cell of a request could not be found');
    response.destroy();
  };

  return (request, response) => {
    const sign = signOf(request);
    if (sign === null) return control(request, response);
    if (sign === 'keys') return refuseNow(request, response, WHICH_KEYS);
    if (sign === 'signature') {
      enterSigned(request, response).catch(failed(response));
      return;
    }
    const now = findCellNow(cells, sign);
    if (now !== null) return enter(now, request, response);
    findCell(cells, sign)
      .then((found) => enter(found, request, response))
      .catch(failed(response));
  };
}
