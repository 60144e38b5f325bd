// A client of the operator API: one request, one answer as a value; a service that cannot be
// reached is a value too.
import { parseExact } from './exact-json.ts';
import { inWords } from './plain-words.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The service's error body. */
export type Problem = Json & { status: number; code: string; detail: string };

export type ServiceAnswer =
  /** `cookie`: of a sign-in. */
  | { kind: 'body'; body: Json; cookie?: string }
  /** Nothing was done yet: the body is a proposal. */
  | { kind: 'waiting'; body: Json }
  | { kind: 'problem'; problem: Problem }
  | { kind: 'unreachable'; message: string };

/** A refusal of the command itself, before or instead of the service's. */
export const ownProblem = (code: string, detail: string): ServiceAnswer => ({
  kind: 'problem',
  problem: { status: 0, code, detail },
});

/** The answer to a request for a file; `name` comes from the service. */
export type FileBody = { kind: 'file'; name: string; bytes: Uint8Array };

export type Query = Readonly<Record<string, unknown>>;

export type Request = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Query;
  fields?: Json;
  headers?: Readonly<Record<string, string>>;
  /** A file as the body, instead of fields. */
  upload?: AsyncIterable<Uint8Array>;
  /** The work may take minutes. */
  patient?: true;
  /** Called with each line of an answer in lines, except the last, which is the answer itself. */
  progress?: (line: Json) => void;
  /** The successful answer is a file: its text becomes `content`. */
  file?: true;
};

export type Client = {
  /** A path below /operator/v1. */
  operator(path: string, request?: Request): Promise<ServiceAnswer>;
  /** A file at a path below /operator/v1; `query` for one that may take long. */
  file(path: string, query?: Query): Promise<FileBody | Exclude<ServiceAnswer, { kind: 'body' }>>;
  /** A path below /api/v1, with a merchant's token. */
  merchant(path: string, merchant_token: string, request?: Request): Promise<ServiceAnswer>;
  /** Any other path; no token is sent. */
  open(path: string): Promise<ServiceAnswer>;
};

const TIMEOUT_MS = 60_000;
const LINES_TYPE = 'application/x-ndjson';

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isProblem(value: Json): value is Problem {
  return (
    typeof value.status === 'number' &&
    typeof value.code === 'string' &&
    typeof value.detail === 'string'
  );
}

/** `/a/${id}` with every part encoded. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

function address(base: string, pathname: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value));
  }
  return `${base}${pathname}${search.size === 0 ? '' : `?${search}`}`;
}

function bodyOf({ fields, upload }: Request): Pick<RequestInit, 'body' | 'headers' | 'duplex'> {
  if (upload !== undefined) {
    const body = ReadableStream.from(upload);
    return { body, duplex: 'half', headers: { 'content-type': 'text/csv' } };
  }
  if (fields === undefined) return {};
  return { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } };
}

async function readAnswer(
  base: string,
  response: Response,
  request: Request,
): Promise<ServiceAnswer> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith(LINES_TYPE)) return await readLines(base, response, request.progress);
  const text = await response.text();
  if (request.file === true && response.ok) return { kind: 'body', body: { content: text } };
  const body = parseJson(text);
  if (body !== null && response.status === 202) return { kind: 'waiting', body };
  const [cookie] = response.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '');
  if (body !== null && response.ok) {
    return { kind: 'body', body, ...(cookie === undefined ? {} : { cookie }) };
  }
  if (body !== null && isProblem(body)) return { kind: 'problem', problem: body };
  const status = `${base} answered ${response.status}, but not like this service`;
  return { kind: 'unreachable', message: `${status}: is the URL right?` };
}

/**
 * The last line is the answer; the others have a `step`. An answer that ends with a step was cut
 * off.
 */
async function readLines(
  base: string,
  response: Response,
  tell: Request['progress'],
): Promise<ServiceAnswer> {
  let rest = '';
  let last: Json | null = null;
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      last = parseJson(line);
      if (last !== null && 'step' in last) tell?.(last);
    }
  }
  if (last !== null && !('step' in last)) return { kind: 'body', body: last };
  const message = `The answer of ${base} was cut off.`;
  return { kind: 'unreachable', message };
}

/** Letters, digits, dots and hyphens: a file name, never a path. */
const FILE_NAME = /filename="(\w[\w.-]*)"/;

async function readFileAnswer(
  base: string,
  response: Response,
  request: Request,
): Promise<FileBody | ServiceAnswer> {
  const disposition = response.headers.get('content-disposition');
  if (!response.ok || disposition === null) return await readAnswer(base, response, request);
  const name = FILE_NAME.exec(disposition)?.[1] ?? 'receipt';
  return { kind: 'file', name, bytes: await response.bytes() };
}

function parseJson(text: string): Json | null {
  try {
    const value = parseExact(text);
    return isJson(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Why there was no answer, in the system's own words if there are any. */
function whyNot(error: unknown): string | null {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return `no answer within ${TIMEOUT_MS / 1_000} s`;
  }
  // fetch throws every network failure as a TypeError with a cause.
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return null;
  const { cause } = error;
  return 'code' in cause ? String(cause.code) : cause.message;
}

/** `cell`: the one that all requests of an operator name, of a service with several. */
export function createClient(base: string, token: string | null, cell?: string): Client {
  const named = cell === undefined ? {} : { 'x-cell': cell };
  const ask = async <Read>(
    pathname: string,
    request: Request,
    secret: string | null,
    read: (base: string, response: Response, request: Request) => Promise<Read>,
  ) => {
    const { body, headers, duplex } = bodyOf(request);
    try {
      const response = await fetch(address(base, pathname, request.query ?? {}), {
        method: request.method ?? 'GET',
        headers: {
          accept: 'application/json',
          ...headers,
          ...request.headers,
          ...(secret === null ? {} : { ...named, authorization: `Bearer ${secret}` }),
        },
        // A redirect would send the token to another host.
        redirect: 'error',
        ...(body === undefined ? {} : { body }),
        ...(duplex === undefined ? {} : { duplex }),
        ...(request.patient === true ? {} : { signal: AbortSignal.timeout(TIMEOUT_MS) }),
      });
      return await read(base, response, request);
    } catch (error) {
      const why = whyNot(error);
      if (why === null) throw error;
      const found = `The service at ${base} cannot be reached: ${inWords(why)}.`;
      const message = `${found} Is it running there?`;
      return { kind: 'unreachable', message } satisfies ServiceAnswer;
    }
  };
  return {
    operator: (pathname, request = {}) =>
      ask(`/operator/v1${pathname}`, request, token, readAnswer),
    file: async (pathname, query) => {
      const request = query === undefined ? {} : { query, patient: true as const };
      const answer = await ask(`/operator/v1${pathname}`, request, token, readFileAnswer);
      if (answer.kind !== 'body') return answer;
      const message = `${base} answered, but not with a file: is the URL right?`;
      return { kind: 'unreachable', message };
    },
    merchant: (pathname, merchant_token, request = {}) => {
      const headers = { ...request.headers, 'x-token': merchant_token };
      return ask(`/api/v1${pathname}`, { ...request, headers }, null, readAnswer);
    },
    open: (pathname) => ask(pathname, {}, null, readAnswer),
  };
}
