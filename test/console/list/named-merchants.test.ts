// Lists name the merchants of their rows without asking for each: the answer has the names.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const MERCHANTS = 20;

type Id = { id: string };

let scene: ConsoleScene;
const names: string[] = [];
before(async () => {
  scene = await openConsoleScene();
  for (let number = 1; number <= MERCHANTS; number += 1) {
    const name = `Stall ${String(number).padStart(2, '0')}`;
    const fields = { name, balance_currency: 'INR' };
    const { id } = acceptedBody(await scene.operator.post<Id>('/merchants', fields));
    const email = `stall-${number}@example.com`;
    await scene.invite({
      name: `Keeper ${number}`,
      email,
      role: 'merchant_viewer',
      merchant_id: id,
    });
    names.push(name);
  }
});
after(() => scene.stop());

/** The reads of single merchants that a page asks for. */
function merchantsRead(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/operator\/v1\/merchants\/[^/]+$/.test(pathname)) reads.push(pathname);
  });
  return reads;
}

describe('a list of many merchants', () => {
  it('shows the people of 20 merchants with each name, and reads no merchant', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    const reads = merchantsRead(page);
    await page.goto(`${scene.url}/console/people`);
    for (const name of names) await page.getByRole('row').filter({ hasText: name }).waitFor();
    deepEqual([reads, complaints], [[], []]);
    await close();
  });

  it('shows trades by the names that the list tells', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    const reads = merchantsRead(page);
    type Listed = { data: { id: string; merchant_name: string }[] };
    const list = acceptedBody(await scene.operator.get<Listed>('/trades?state=completed'));
    const shops = new Set(list.data.map(({ merchant_name }) => merchant_name));
    ok(shops.size > 0);
    await page.goto(`${scene.url}/console/trades?state=completed`);
    for (const name of shops) {
      await page.getByRole('cell', { name, exact: true }).first().waitFor();
    }
    equal(reads.length, 0);
    deepEqual(complaints, []);
    await close();
  });
});
