// JSON over HTTP as merchants and operators speak it: a status and a body, or no answer at all.
export type HttpAnswer<Body> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
};

export type Fields = Readonly<Record<string, unknown>>;

export type HttpClient = {
  get<Body>(path: string): Promise<HttpAnswer<Body>>;
  post<Body>(path: string, fields: Fields, headers?: Fields): Promise<HttpAnswer<Body>>;
  send<Body>(path: string, init: RequestInit): Promise<HttpAnswer<Body>>;
};

const ANSWER_WITHIN_MS = 30_000;

function client(base: string, credentials: Record<string, string>): HttpClient {
  async function send<Body>(path: string, init: RequestInit): Promise<HttpAnswer<Body>> {
    const response = await fetch(`${base}${path}`, {
      ...init,
      headers: { ...credentials, ...(init.headers as Record<string, string> | undefined) },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const { status, headers } = response;
    return { status, headers, body: (await response.json()) as Body };
  }
  const json = { 'content-type': 'application/json' };
  return {
    send,
    get: (path) => send(path, { method: 'GET' }),
    post: (path, fields, headers = {}) => {
      const body = JSON.stringify(fields);
      return send(path, { method: 'POST', headers: { ...json, ...headers }, body });
    },
  };
}

export function merchantClient(url: string, token: string): HttpClient {
  return client(`${url}/api/v1`, { 'x-token': token });
}

/** `cell`: the one that all its requests name, of a service with several. */
export function operatorClient(url: string, token: string, cell?: string): HttpClient {
  const named = cell === undefined ? {} : { 'x-cell': cell };
  return client(`${url}/operator/v1`, { authorization: `Bearer ${token}`, ...named });
}

/** Returns the body of a successful answer; throws an error that shows any other answer. */
export function acceptedBody<Body>(answer: HttpAnswer<Body>): Body {
  if (answer.status < 200 || answer.status > 299) {
    throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body;
}

/** Runs the work for each item, with limited concurrency. */
export async function inParallel<Item>(
  items: readonly Item[],
  workers: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const run = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, run));
}
