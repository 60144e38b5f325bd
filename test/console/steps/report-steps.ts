// Scheduled reports for the console's tests: made by the API, of a view of their own.
import { acceptedBody, type HttpClient } from '../../../bench/harness/http-client.ts';
import type { Desk } from '../desk.ts';

type Ask = <Body>(path: string, fields?: Record<string, unknown>) => Promise<Body>;
type Reports = { data: { id: string; name: string }[]; people: { id: string }[] };
type Made = { id: string };

const NAME = 'Failed yesterday';

/** One that was sent; its e-mails wait, because the service has no mail server. */
async function reportOf(ask: Ask): Promise<string> {
  const { data, people } = await ask<Reports>('/scheduled_reports');
  const found = data.find(({ name }) => name === NAME);
  if (found !== undefined) return found.id;
  const view = { name: NAME, address: '/trades?state=failed' };
  const { id: saved_view_id } = await ask<Made>('/saved_views', view);
  const recipients = people.slice(0, 2).map(({ id }) => id);
  const terms = { name: NAME, saved_view_id, every: 'day', time_zone: 'Asia/Kolkata', recipients };
  const { id } = await ask<Made>('/scheduled_reports', terms);
  await ask(`/scheduled_reports/${id}/send`, {});
  return id;
}

/** The address of one of the house. */
export async function makeScheduledReport(operator: HttpClient): Promise<string> {
  const ask: Ask = async <Body>(path: string, fields?: Record<string, unknown>) =>
    acceptedBody(
      fields === undefined
        ? await operator.get<Body>(path)
        : await operator.post<Body>(path, fields),
    );
  return `/reports/scheduled/${await reportOf(ask)}`;
}

/** One of whoever is signed in there. */
export async function makeOwnReport({ page }: Desk, url: string): Promise<string> {
  const { request } = page.context();
  const send = (path: string, options: object) =>
    request.fetch(`${url}/operator/v1${path}`, { failOnStatusCode: true, ...options });
  const session = (await (await send('/session', {})).json()) as { csrf_token: string };
  const headers = { 'sec-fetch-site': 'same-origin', 'x-csrf-token': session.csrf_token };
  const ask: Ask = async <Body>(path: string, data?: object) => {
    const options = data === undefined ? {} : { method: 'POST', headers, data };
    return (await (await send(path, options)).json()) as Body;
  };
  return await reportOf(ask);
}
