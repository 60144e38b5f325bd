// The console of a sandbox whose clock is ahead says so above every page, as soon as it is advanced
// and after a reload; it fits on a phone, in the dark, and is found without eyes.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const advance = async (seconds: number) =>
  acceptedBody(await scene.operator.post('/sandbox/clock/advance', { seconds }));

test('the console says how far the sandbox’s clock is ahead', async () => {
  const { page, close } = await scene.signInAtHome(OWNER);
  const note = (length: string) => page.getByText(`The sandbox’s clock is ${length} ahead`);
  // Its numbers came with the stream that will tell of the advance.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await advance(3 * 86_400);
  await note('3 days').waitFor();
  await advance(3_600);
  await note('3 days 1 hour').waitFor();
  for (const place of ['/trades', '/payouts', '/settings']) {
    await page.goto(`${scene.url}/console${place}`);
    await note('3 days 1 hour').waitFor();
  }
  deepEqual(await axeFindings(page), []);
  await close();
});

for (const [name, options] of [
  ['phone', { viewport: { width: 320, height: 700 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1_280, height: 800 } }],
] as const) {
  test(`it fits and is read: ${name}`, async () => {
    const { page, close } = await scene.signInAtHome(OWNER, options);
    await page.getByText(/^The sandbox’s clock is .+ ahead$/).waitFor();
    equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false);
    deepEqual(await axeFindings(page), []);
    const folder = process.env.SHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/clock-${name}.png` });
    await close();
  });
}

test('what waits is as old as the sandbox’s time says', async () => {
  const { page, close } = await scene.signIn(OWNER);
  await page.goto(`${scene.url}/console/payouts`);
  // The demo's pay-outs were made some hours ago, and three days have passed since.
  await page
    .getByText(/^[34] d \d+ h/)
    .first()
    .waitFor();
  await close();
});
