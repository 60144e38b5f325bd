// Steps with callback endpoints: what the service has of a merchant, and dialogs of the console.
import type { Locator, Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import type { ConsoleScene } from '../console-scene.ts';

export type EndpointRow = {
  number: number;
  url: string | null;
  description: string;
  event_types: string[];
  status: string;
  previous_secret_until: string | null;
};

/** As the service lists it after an hour of failures, which a test cannot wait for. */
export const FAILING = {
  status: 'failing',
  status_since: '2026-03-01T08:00:00.000Z',
  consecutive_failures: 7,
  last_failure_at: '2026-03-01T09:30:00.000Z',
  last_status: 503,
  last_error: 'bad_status',
  next_probe_at: '2026-03-01T10:00:00.000Z',
};

const pathOf = (merchant_id: string) => `/merchants/${merchant_id}/callback_endpoints`;

export async function endpointsIn(
  { operator }: ConsoleScene,
  merchant_id: string,
): Promise<EndpointRow[]> {
  return acceptedBody(await operator.get<{ data: EndpointRow[] }>(pathOf(merchant_id))).data;
}

export async function addEndpointIn(
  { operator }: ConsoleScene,
  merchant_id: string,
  fields: Record<string, unknown>,
): Promise<void> {
  acceptedBody(await operator.post(pathOf(merchant_id), fields));
}

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();
export const dialogOf = (page: Page): Locator => page.getByRole('dialog');
/** The dialog closes by itself once it is done. */
export const untilClosed = (page: Page) => dialogOf(page).waitFor({ state: 'hidden' });
