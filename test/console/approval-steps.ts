// Acts that wait for a second person, for tests of the console.
import type { Page } from 'playwright-core';
import { acceptedBody, type HttpClient } from '../../bench/harness/http-client.ts';

type Merchants = { data: { id: string; name: string; balance_currency: string }[] };

export async function firstMerchant(operator: HttpClient): Promise<string> {
  const { data } = acceptedBody(await operator.get<Merchants>('/merchants'));
  const found = data.find(({ balance_currency }) => balance_currency === 'INR');
  if (found === undefined) throw new Error('No merchant has rupees in the demo data');
  return found.id;
}

/** From now on these acts need two people, whatever their amount. */
export async function askForTwo(operator: HttpClient, acts: readonly string[]): Promise<void> {
  const bands = acts.map((act) => ({ act, currency: null, from_cents: 0 }));
  const body = JSON.stringify({ bands, note: 'as agreed' });
  const headers = { 'content-type': 'application/json' };
  acceptedBody(await operator.send('/approval-bands', { method: 'PUT', headers, body }));
}

/** The address of an adjustment that waits; the same request finds the same one. */
export async function waitingApproval(operator: HttpClient): Promise<string> {
  await askForTwo(operator, ['adjustment']);
  const path = `/merchants/${await firstMerchant(operator)}/adjustments`;
  const body = { amount_cents: 250_000, reason: 'Top-up by wire of 20 November' };
  const { id } = acceptedBody(await operator.post<{ id: string }>(path, body));
  return `/approvals/${id}`;
}

/** Asks the service as the person who is signed in on this page. */
export async function asPerson(
  page: Page,
  path: string,
  body: object | null,
  method = 'POST',
): Promise<Record<string, unknown>> {
  const answer: unknown = await page.evaluate(
    async ({ to, given, verb }) => {
      const me: unknown = await (await fetch('/operator/v1/session')).json();
      const headers = {
        'content-type': 'application/json',
        'x-csrf-token': String(Object(me).csrf_token),
      };
      const request = {
        method: verb,
        headers,
        body: given === null ? null : JSON.stringify(given),
      };
      return await (await fetch(`/operator/v1${to}`, request)).json();
    },
    { to: path, given: body, verb: method },
  );
  return Object(answer);
}
