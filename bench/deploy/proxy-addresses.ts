// Two tokens of a merchant: one for this machine's address, one for another.
import { acceptedBody, operatorClient } from '../harness/http-client.ts';
import { BENCH_OPERATOR_TOKEN } from '../harness/shop.ts';
import { PORTS } from './two-services.ts';

export async function tokensForAddresses(merchant_id: string) {
  const operator = operatorClient(`http://127.0.0.1:${PORTS[0]}`, BENCH_OPERATOR_TOKEN);
  const issue = async (allowed_ips: readonly string[]) => {
    const fields = { mode: 'token', allowed_ips };
    const path = `/merchants/${merchant_id}/tokens`;
    return acceptedBody(await operator.post<{ token: string }>(path, fields)).token;
  };
  return { here: await issue(['127.0.0.1']), elsewhere: await issue(['203.0.113.9']) };
}
