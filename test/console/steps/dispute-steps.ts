// A dispute for tests of the console, about a pay-in that a bank line completed.
import { acceptedBody, type HttpClient } from '../../../bench/harness/http-client.ts';

type Paid = { id: string; merchant_id: string; utr?: string | null };

export async function paidTrade(operator: HttpClient): Promise<Paid & { utr: string }> {
  const list = '/trades?state=completed&direction=payin&limit=50';
  const { data } = acceptedBody(await operator.get<{ data: Paid[] }>(list));
  for (const trade of data) {
    const { utr } = trade;
    if (typeof utr === 'string') return { ...trade, utr };
  }
  throw new Error('No completed pay-in has a UTR');
}

/** `path` of the dispute, in the API and in the console; `utr` of the line that decides it. */
export async function contestPayin(operator: HttpClient): Promise<{ path: string; utr: string }> {
  const { merchant_id, id, utr } = await paidTrade(operator);
  const body = { type: 'fraud', note: 'Police report' };
  const made = await operator.post<Paid>(`/trades/${merchant_id}/${id}/disputes`, body);
  return { path: `/disputes/${merchant_id}/${acceptedBody(made).id}`, utr };
}
