// People who sign in over HTTP for tests: a browser's cookie and csrf token, request by request.
import type { App } from '../../../../server/app/process/app.ts';
import type { PersonRole } from '../../../../server/domain/access/roles.ts';
import { active } from '../../../app/access/people-scene.ts';
import type { Ask, OperatorService, Reply } from '../operator-service.ts';

export const PASSWORD = 'five quiet geese by the river';
const HERE = { 'sec-fetch-site': 'same-origin' };

export type Person = { id: string; email: string };

/** A person with a password and no factor, tied to nobody. */
export async function newPerson(
  { app }: OperatorService,
  role: PersonRole = 'owner',
): Promise<Person> {
  const { id, email } = await active(app, { role });
  return { id, email };
}

export function openClient(service: OperatorService) {
  let cookie = '';
  let csrf = '';
  return {
    cookie: () => cookie,
    use(other: string) {
      cookie = other;
    },
    /** As a page of ours asks, with what the last answers said. */
    async ask(method: string, path: string, body?: unknown, given: Ask = {}): Promise<Reply> {
      const reply = await service.ask(method, path, {
        authorization: null,
        ...(body === undefined ? {} : { body }),
        ...given,
        headers: {
          ...HERE,
          ...(cookie === '' ? {} : { cookie }),
          'x-csrf-token': csrf,
          ...given.headers,
        },
      });
      cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      if (typeof reply.body.csrf_token === 'string') csrf = reply.body.csrf_token;
      return reply;
    },
    /** The first half of a sign-in. */
    async password(person: Person): Promise<Reply> {
      cookie = '';
      return await this.ask('POST', '/session', { email: person.email, password: PASSWORD });
    },
  };
}

export type Client = ReturnType<typeof openClient>;

/** Gives all present codes back, so that a test need not wait for the next step. */
export async function freeCodes(app: App, person_id: string): Promise<void> {
  await app.store.db.query(
    '',
    'update totp_secrets set last_step = last_step - 3 where person_id = $1',
    [person_id],
  );
}

/** Makes the confirmations of a person older. */
export async function ageSessions(app: App, person_id: string, minutes: number): Promise<void> {
  await app.store.db.query(
    '',
    `update sessions set confirmed_at = confirmed_at - $2 * interval '1 minute'
     where person_id = $1 and confirmed_at is not null`,
    [person_id, minutes],
  );
}
