// A proxy between a browser and the service that simulates the faults of bad networks.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createShedPages, SHED_PAGE_HEADERS } from '../../../server/http/admission/shed-page.ts';

/**
 * `drop`: cut before anything is passed on; `half`: cut while it is passed on; `cut`: passed on,
 * and the answer cut in its middle; `part`: the same, but cut only when `cut` is called; `page`:
 * the proxy's own page, with nothing passed on; `page_after`: the same after it was; `busy`: the
 * service's own page for too much at once, with nothing passed on; `hold`: passed on, and never
 * answered.
 */
export type Fault = 'drop' | 'half' | 'cut' | 'part' | 'page' | 'page_after' | 'busy' | 'hold';

export type FaultyProxy = {
  /** The address on which it listens. */
  host: string;
  /** Chooses the fault of a request by its method and path; null passes the request on. */
  fault: (asked: string) => Fault | null;
  /** All requests, in order. */
  asked: string[];
  /** Ends the answers of which only a part was sent. */
  cut(): void;
  close(): Promise<void>;
};

const PAGE = '<!doctype html><html><body><main><h1>502 Bad gateway</h1></main></body></html>';

function ownPage(response: ServerResponse): void {
  response.writeHead(502, { 'content-type': 'text/html' }).end(PAGE);
}

/** Announces a longer body than it sends. */
function sendPart(
  answer: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  sent?: () => void,
): void {
  const headers = { ...answer.headers, 'content-length': String(body.length + 100) };
  response.writeHead(answer.statusCode ?? 502, headers);
  response.write(body.subarray(0, Math.floor(body.length / 2)), sent);
}

const busyPage = createShedPages('http://pay.test');

async function answerWith(
  fault: Fault | null,
  answer: IncomingMessage,
  response: ServerResponse,
  parts: Set<ServerResponse>,
): Promise<void> {
  if (fault === null) {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    // The client must see a stream as soon as it begins.
    response.flushHeaders();
    answer.pipe(response);
    return;
  }
  const body = await buffer(answer);
  if (fault === 'cut') sendPart(answer, response, body, () => response.destroy());
  else if (fault === 'part') {
    parts.add(response);
    sendPart(answer, response, body);
  } else if (fault === 'page_after') ownPage(response);
}

function passOn(
  target: URL,
  fault: Fault | null,
  asked: IncomingMessage,
  response: ServerResponse,
  parts: Set<ServerResponse>,
): void {
  const { method, url: path, headers } = asked;
  const { hostname, port } = target;
  const onward = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
    void answerWith(fault, answer, response, parts);
  });
  // If either end closes, the other one is closed too.
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy());
  if (fault === 'half') {
    asked.once('data', (piece: Buffer) => {
      onward.write(piece.subarray(0, piece.length / 2), () => response.destroy());
    });
  } else asked.pipe(onward);
}

export async function openFaultyProxy(service: string): Promise<FaultyProxy> {
  const target = new URL(service);
  const asked: string[] = [];
  const parts = new Set<ServerResponse>();
  const proxy: Pick<FaultyProxy, 'fault'> = { fault: () => null };
  const handle: RequestListener = (incoming, response) => {
    const what = `${incoming.method} ${incoming.url}`;
    asked.push(what);
    const fault = proxy.fault(what);
    if (fault === 'drop') response.destroy();
    else if (fault === 'page' || fault === 'busy') {
      incoming.resume();
      if (fault === 'page') ownPage(response);
      else response.writeHead(503, SHED_PAGE_HEADERS).end(busyPage(incoming));
    } else passOn(target, fault, incoming, response, parts);
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    host: `127.0.0.1:${port}`,
    asked,
    cut: () => {
      for (const response of parts) response.destroy();
      parts.clear();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
