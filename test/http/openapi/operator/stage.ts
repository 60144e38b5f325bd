// What every part of the operators' tour has: a service, a merchant with money, an account, and the
// tour itself.
import { serviceTime } from '../../../../server/app/process/service-time.ts';
import * as scene from '../../../app/scene.ts';
import { makeMerchant, type TestMerchant } from '../../../support/test-app.ts';
import type { OperatorService } from '../../operator/operator-service.ts';
import type { Tour } from '../example-recorder.ts';

export type Json = Record<string, unknown>;

export type Stage = {
  service: OperatorService;
  tour: Tour;
  shop: TestMerchant;
  /** A receiving account in rupees. */
  account: string;
};

export const CSV = { 'content-type': 'text/csv' };
export const XML = { 'content-type': 'application/xml' };
export const JPEG_TYPE = { 'content-type': 'image/jpeg' };
export const PNG_TYPE = { 'content-type': 'image/png' };

export async function openStage(service: OperatorService, tour: Tour): Promise<Stage> {
  const { app } = service;
  const shop = await makeMerchant(app);
  await scene.fund(app, shop.merchant_id, 10_000_000);
  const named = { name: 'House Ltd', bank_name: 'Example Bank' };
  return { service, tour, shop, account: await scene.makeAccount(app, 'INR', named) };
}

/**
 * A booking of the present, in the words of the wire. The service's clock is ahead of the true one,
 * by more or less than a day as the hour is: a line of the true present would have another age.
 */
export const bookedNow = ({ service }: Stage): string =>
  new Date(serviceTime(service.app)).toISOString();

/** The first member of a list in an answer. */
export function firstOf(list: unknown): Json {
  const [one] = Array.isArray(list) ? list : [];
  return Object(one);
}
