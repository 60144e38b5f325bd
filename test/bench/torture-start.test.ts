// A torture whose services do not start ends, and leaves nothing running that would hold a test up.
import { equal, rejects } from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { startCluster } from '../../bench/torture/cluster.ts';

it('services that cannot start are told, and their PostgreSQL is stopped', async () => {
  const project = await scratchFolder();
  const folders = () => readdir(join(project, '..'));
  const before = new Set(await folders());
  await rejects(startCluster({ services: 2, project }), /The service ended with code 1/);
  const own = `payment-orders-scratch-${process.pid}-`;
  const left = (await folders()).filter((name) => name.startsWith(own) && !before.has(name));
  equal(left.length, 0);
  await removeFolder(project);
});
