// Signs a person in for one request that only a session may make, and out again.
import type { Client, Json, ServiceAnswer } from './client.ts';

type Headers = Readonly<Record<string, string>>;

export type SignIn = {
  email: string;
  password: string;
  /** Asked only if the person has a second factor; null: there is none to give. */
  code(): Promise<string | null>;
};

/** What a page of the service would say of itself. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

/** The session that an answer opened or asks to be opened. */
function headersOf({ body, cookie }: { body: Json; cookie?: string }): Headers {
  const { csrf_token } = body;
  return {
    ...OWN_PAGE,
    ...(cookie === undefined ? {} : { cookie }),
    ...(typeof csrf_token === 'string' ? { 'x-csrf-token': csrf_token } : {}),
  };
}

const unfinished = (detail: string): ServiceAnswer => ({
  kind: 'problem',
  problem: { status: 0, code: 'sign_in_unfinished', detail },
});

async function openSession(
  client: Client,
  { email, password, code }: SignIn,
): Promise<Headers | ServiceAnswer> {
  const fields = { email, password };
  const first = await client.operator('/session', { method: 'POST', fields, headers: OWN_PAGE });
  if (first.kind !== 'body') return first;
  const half = headersOf(first);
  const { outcome } = first.body;
  if (outcome === 'enrolment_required' || outcome === 'enrolment_link_required') {
    return unfinished('You have no second factor yet: sign in to the console and set one up.');
  }
  if (outcome !== 'second_factor_required') return half;
  const given = await code();
  if (given === null) return unfinished('It asks for a code of your authenticator app.');
  const second = await client.operator('/session/second_factor', {
    method: 'POST',
    fields: { code: given },
    headers: half,
  });
  return second.kind === 'body' ? headersOf(second) : second;
}

const isAnswer = (opened: Headers | ServiceAnswer): opened is ServiceAnswer =>
  typeof opened.kind === 'string' && 'kind' in opened;

/** The session ends whatever became of the request. */
export async function asPerson(
  client: Client,
  who: SignIn,
  work: (headers: Headers) => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
  const opened = await openSession(client, who);
  if (isAnswer(opened)) return opened;
  const answer = await work(opened);
  await client.operator('/session', { method: 'DELETE', headers: opened });
  return answer;
}
