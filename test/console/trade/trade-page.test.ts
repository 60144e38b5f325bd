// The page of a trade in the console, in a real browser: all that happened, and what may be done.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { untilShown } from '../steps/screen-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

type Trades = { data: { id: string; merchant_id: string; order_id: string }[] };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const listed = async (query: string) =>
  acceptedBody(await scene.operator.get<Trades>(`/trades?${query}`)).data;

describe('a trade’s page', () => {
  it('shows people, bookings, bank lines and callbacks as one timeline, and why acts are closed', async () => {
    const [done] = await listed('state=completed&direction=payin&limit=1');
    ok(done !== undefined);
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades/${done.merchant_id}/${done.id}`);
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await page
      .getByText(/^Booked:/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Why other acts are not possible' }).click();
    await page.getByText(/A pay-in in state completed cannot be canceled/).waitFor();
    await page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload();
    await untilShown(page);
    equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false);
    deepEqual(complaints, []);
    await close();
  });

  it('says to a viewer that the role lacks the right', async () => {
    const [waiting] = await listed('state=verifying&direction=payin&limit=1');
    ok(waiting !== undefined);
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/trades/${waiting.merchant_id}/${waiting.id}`);
    const confirm = page.getByRole('button', { name: 'Confirm' });
    await confirm.waitFor();
    equal(await confirm.isDisabled(), true);
    match(String(await confirm.getAttribute('title')), /trades\.decide/);
    await close();
  });
});
