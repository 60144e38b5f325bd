// Two processes of the service on one database, as the files in deploy/ have them behind a proxy:
// on the ports 8081 and 8082 of the loopback address.
import { join } from 'node:path';
import { operatorClient } from '../harness/http-client.ts';
import { startDatabase } from '../harness/scratch-database.ts';
import { type ServiceProcess, spawnService } from '../harness/service-process.ts';
import { addAccount, BENCH_OPERATOR_TOKEN, openShop, type Shop } from '../harness/shop.ts';

export const PORTS = ['8081', '8082'] as const;
const DRAIN_SECONDS = '4';

export type TwoServices = {
  readonly shop: Shop;
  readonly account_id: string;
  /** Stops one as an operator does, and starts it again. */
  restart(index: 0 | 1): Promise<void>;
  stop(): Promise<void>;
};

export async function startTwoServices(folder: string, public_url: string): Promise<TwoServices> {
  const database = await startDatabase(join(folder, 'database'), true);
  const serve = (port: string) =>
    spawnService({
      PORT: port,
      DATA_DIR: join(folder, `data-${port}`),
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: 'b'.repeat(64),
      OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
      PUBLIC_URL: public_url,
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_PER_SECOND: '0',
      SEED: 'false',
      DRAIN_SECONDS,
    });
  const services: [ServiceProcess, ServiceProcess] = [serve(PORTS[0]), serve(PORTS[1])];
  await Promise.all(services.map(({ ready }) => ready));
  const operator = operatorClient(`http://127.0.0.1:${PORTS[0]}`, BENCH_OPERATOR_TOKEN);
  const account_id = await addAccount(operator, '000111222333');
  const shop = await openShop(operator);
  return {
    shop,
    account_id,
    async restart(index) {
      await services[index].stop();
      services[index] = serve(PORTS[index]);
      await services[index].ready;
    },
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
      await database.stop();
    },
  };
}
