// The merchants' receiver of callbacks: accepts them, refuses one now and then, and notes faults in
// their order or signature.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { CallbackBody } from '../../server/app/callback/event-view.ts';
import { wholeBody } from '../harness/whole-body.ts';

export type CallbackLog = {
  /** The URL for a merchant's callbacks. */
  urlOf(name: string): string;
  /** Known once the merchant's endpoint is set up. */
  secrets: Map<string, string>;
  /** Bodies of accepted callbacks, by webhook-id. */
  readonly taken: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
  received(): number;
  close(): Promise<void>;
};

const REFUSED_SHARE = 0.02;
/** The third try comes after 30 s and the fourth two minutes later, too late for this test. */
const MOST_REFUSALS = 2;

type Notes = {
  taken: Map<string, string>;
  /** The last accepted sequence number of each trade. */
  reached: Map<string, number>;
  /** How often each callback was refused, by webhook-id. */
  refusals: Map<string, number>;
  problems: string[];
};

function signatureProblem(secret: string, body: string, headers: Record<string, string>) {
  try {
    new Webhook(secret).verify(body, headers);
    return null;
  } catch (error) {
    return String(error);
  }
}

function isRefused({ refusals }: Notes, id: string): boolean {
  const before = refusals.get(id) ?? 0;
  if (before >= MOST_REFUSALS || Math.random() >= REFUSED_SHARE) return false;
  refusals.set(id, before + 1);
  return true;
}

/** After a crash an earlier callback may be repeated, but none may be skipped. */
function note(notes: Notes, id: string, body: string, refuse: boolean): void {
  const { sequence, data }: CallbackBody = JSON.parse(body);
  const before = notes.reached.get(data.id) ?? 0;
  if (sequence > before + 1) {
    notes.problems.push(`callback ${id}: came after only ${before} of its trade were accepted`);
  }
  const earlier = notes.taken.get(id);
  if (earlier !== undefined && earlier !== body) {
    notes.problems.push(`callback ${id}: was repeated with another body`);
  }
  if (refuse) return;
  notes.reached.set(data.id, Math.max(before, sequence));
  notes.taken.set(id, body);
}

export async function startCallbackLog(): Promise<CallbackLog> {
  const notes: Notes = {
    taken: new Map(),
    reached: new Map(),
    refusals: new Map(),
    problems: [],
  };
  const secrets = new Map<string, string>();
  let received = 0;
  const server = createServer(async (request, response) => {
    received += 1;
    const body = await wholeBody(request);
    if (body === null) return;
    const headers = request.headers as Record<string, string>;
    const id = headers['webhook-id'] ?? '';
    const problem = signatureProblem(secrets.get(request.url ?? '') ?? '', body, headers);
    if (problem !== null) notes.problems.push(`callback ${id}: ${problem}`);
    const refuse = isRefused(notes, id);
    note(notes, id, body, refuse);
    response.writeHead(refuse ? 500 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    secrets,
    taken: notes.taken,
    problems: notes.problems,
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
