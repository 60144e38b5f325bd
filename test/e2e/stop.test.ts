// A service that is told to stop under load: it ends in order, and nothing breaks that it would
// have to tell of.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { operatorClient } from '../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { spawnService } from '../../bench/harness/service-process.ts';
import { BENCH_OPERATOR_TOKEN, openShop, type Shop } from '../../bench/harness/shop.ts';
import { fillFromTemplate } from '../../bench/harness/template-directory.ts';
import { startLoad } from './create-load.ts';

const STOPS = 3;
const WARN_LEVEL = 40;

let folder: string;
let shop: Shop | undefined;

before(async () => {
  folder = await scratchFolder();
  await fillFromTemplate(folder, true);
});
after(() => removeFolder(folder));

describe('a stop under load', () => {
  for (let stop = 1; stop <= STOPS; stop += 1) {
    it(`says nothing, for there is nothing to say (${stop})`, async (context) => {
      const service = spawnService({
        DATA_DIR: folder,
        OPERATOR_TOKEN: BENCH_OPERATOR_TOKEN,
        SEED: 'false',
      });
      context.after(() => service.stop());
      const url = await service.ready;
      shop ??= await openShop(operatorClient(url, BENCH_OPERATOR_TOKEN));
      const load = startLoad({ url, shop });
      await load.until(50);
      equal(await service.stop(), 0);
      await load.stop();
      equal(service.told(), '');
      deepEqual(
        service.log.filter((line) => Number(line.level) >= WARN_LEVEL),
        [],
      );
    });
  }
});
