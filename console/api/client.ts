// Calls the operator API by the names of its operations. An answer that is no success is thrown: a
// Problem, Waits if the act waits for a second person, Unreachable if no answer came.
import { type Interruption, interrupt, interruptionOf } from './interruption.ts';
import { isPersonHere } from './person-here.ts';
import { reach } from './reach.ts';
import { type Error as ErrorBody, type Operations, PLACES, type Proposal } from './schema.gen.ts';

type Name = keyof Operations;
type Part<N extends Name, P extends string> =
  Operations[N] extends Readonly<Record<P, infer V>> ? V : undefined;

/** A body whose fields are all optional is optional itself. */
type Body<N extends Name> =
  object extends Part<N, 'body'> ? { body?: Part<N, 'body'> } : { body: Part<N, 'body'> };

/** What a call needs: only the parts that its operation has. */
export type Asked<N extends Name> = Omit<
  { path: Part<N, 'path'>; query?: Part<N, 'query'> } & Body<N>,
  | (Part<N, 'path'> extends undefined ? 'path' : never)
  | (Part<N, 'query'> extends undefined ? 'query' : never)
  | (Part<N, 'body'> extends undefined ? 'body' : never)
> & {
  signal?: AbortSignal;
  /** One per intent: a repeated request with the same key acts once. */
  idempotency_key?: string;
};

export type QueryOf<N extends Name> = NonNullable<Part<N, 'query'>>;

/** With the filters of an address, in text: the service refuses what is in none of its lists. */
export type Filtered<N extends Name> = {
  readonly query: { readonly [Filter in keyof QueryOf<N>]?: QueryOf<N>[Filter] | string };
  readonly signal?: AbortSignal;
} & (Part<N, 'path'> extends undefined
  ? object
  : { readonly path: Part<N, 'path'> & Readonly<Record<string, string>> });

type Whole<N extends Name> = Operations[N]['answer'];
type Done<N extends Name> = Exclude<Whole<N>, Proposal>;

/** What waits for a second person is thrown; a proposal is the answer only of what asks for one. */
export type Answer<N extends Name> = [Done<N>] extends [never] ? Whole<N> : Done<N>;

/** The service refused: its own words, and the page that explains them. */
export class Problem extends Error {
  readonly body: ErrorBody;
  /** For how long the same request is refused; null if that is not known. */
  readonly wait_s: number | null;

  constructor(body: ErrorBody, wait_s: number | null = null) {
    super(body.detail);
    this.body = body;
    this.wait_s = wait_s;
  }
}

/** Not done: it waits for a second person. */
export class Waits extends Error {
  readonly proposal: Proposal;

  constructor(proposal: Proposal) {
    super('It waits for a second person.');
    this.proposal = proposal;
  }
}

/** What was asked for, by its operation and the names in its address. */
export type Request = {
  readonly name: Name;
  readonly path: Readonly<Record<string, string>>;
};

type Lost = ErrorOptions & { readonly asked?: Request | null };

/** No answer came. What was asked for may have been done. */
export class Unreachable extends Error {
  /** Null: nothing that changes anything. */
  readonly asked: Request | null;

  constructor(message: string, { asked = null, ...options }: Lost = {}) {
    super(message, options);
    this.asked = asked;
  }
}

/** The service did not answer before, so nothing was asked of it. */
export class NotSent extends Error {}

const WAITING = 202;

/** What was asked for was not done, or not all of it; the message says so in words. */
export class NotDone extends Error {}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isProblem = (value: unknown): value is ErrorBody =>
  isRecord(value) && typeof value.code === 'string' && typeof value.detail === 'string';

function waitOf(response: Response): number | null {
  const given = response.headers.get('retry-after');
  return given === null || !/^\d{1,6}$/.test(given) ? null : Number(given);
}

let csrf_token: string | null = null;

/** Every change sends this token, which came with the session. */
export function rememberCsrfToken(token: string | null): void {
  csrf_token = token;
}

export const csrfToken = (): string | null => csrf_token;

/** Fills `{name}` in an operation's address. */
export function addressOf(
  template: string,
  path: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const address = template.replace(/\{(\w{1,64})\}/g, (_whole, name: string) => {
    const value = path[name];
    // A dot or two would lead to another address.
    if (value === undefined || /^\.{0,2}$/.test(value)) {
      throw new Error(`The address needs ${name}`);
    }
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(given).toString();
  return search === '' ? address : `${address}?${search}`;
}

type Loose = {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  signal?: AbortSignal;
  idempotency_key?: string;
};

function requestOf(method: string, { body, signal, idempotency_key }: Loose): RequestInit {
  const is_file = body instanceof Blob;
  const content_type = is_file ? body.type || 'application/octet-stream' : 'application/json';
  return {
    method,
    credentials: 'same-origin',
    redirect: 'error',
    headers: {
      accept: 'application/json, */*;q=0.1',
      ...(body === undefined ? {} : { 'content-type': content_type }),
      ...(idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }),
      ...(method === 'GET' || csrf_token === null ? {} : { 'x-csrf-token': csrf_token }),
      ...(method !== 'GET' || isPersonHere() ? {} : { 'x-background': '1' }),
    },
    ...(body === undefined ? {} : { body: is_file ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  };
}

/** A reading that hangs is given up: otherwise it keeps a connection that others need. */
function untilSilent({ method, signal }: RequestInit) {
  const silent = new AbortController();
  const leave = reach.subscribe(() => {
    if (method === 'GET' && reach.current().silent_since !== null) silent.abort();
  });
  const { signal: own } = silent;
  const both = signal === undefined || signal === null ? own : AbortSignal.any([signal, own]);
  return { own, both, leave };
}

async function send(address: string, request: RequestInit, asked: Request): Promise<Response> {
  const ended = reach.sent();
  const { own, both, leave } = untilSilent(request);
  try {
    return await fetch(address, { ...request, signal: both });
  } catch (error) {
    const is_abort = error instanceof DOMException && error.name === 'AbortError';
    if (is_abort && !own.aborted) throw error;
    reach.suspect();
    throw new Unreachable('The service cannot be reached.', { asked, cause: error });
  } finally {
    leave();
    ended();
  }
}

/** Nobody learns late that an act went nowhere: it is sent only if the service answers. */
async function mustBeReached(method: string): Promise<void> {
  if (method === 'GET' || reach.current().silent_since === null) return;
  if (!(await reach.look())) throw new NotSent('The service does not answer.');
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const is_json = response.headers.get('content-type')?.startsWith('application/json') === true;
  return is_json ? await response.json() : await response.blob();
}

/** The answer of a success, not read yet. */
export async function respond<N extends Name>(
  name: N,
  asked: Asked<N> | Filtered<N>,
): Promise<Response> {
  const [method, template] = PLACES[name];
  const given: Loose = asked;
  const path = given.path ?? {};
  const address = addressOf(template, path, given.query ?? {});
  const settled = new Set<Interruption>();
  for (;;) {
    await mustBeReached(method);
    const response = await send(address, requestOf(method, given), { name, path });
    if (response.ok) reach.answered();
    if (response.status === WAITING) throw new Waits((await readBody(response)) as Proposal);
    if (response.ok) return response;
    const body = await readBody(response);
    if (!isProblem(body)) {
      reach.suspect();
      throw new Unreachable(`Something between here and the service answered ${response.status}.`, {
        asked: { name, path },
      });
    }
    reach.answered();
    const what = interruptionOf(method, template, body);
    // Each is settled once: a request that is refused again for the same reason is refused.
    if (what === null || settled.has(what) || !(await interrupt(what))) {
      throw new Problem(body, waitOf(response));
    }
    settled.add(what);
  }
}

export async function call<N extends Name>(name: N, asked: Asked<N>): Promise<Answer<N>> {
  return (await readBody(await respond(name, asked))) as Answer<N>;
}

export async function callFiltered<N extends Name>(
  name: N,
  asked: Filtered<N>,
): Promise<Answer<N>> {
  return (await readBody(await respond(name, asked))) as Answer<N>;
}
