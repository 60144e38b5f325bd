// Signing in to the console of a live service in a real browser: setting up factors, codes of an
// app, passkeys, recovery codes, links for lost factors, confirmations, and sessions that end.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { resetFactors } from '../../../server/app/factor/reset-factors.ts';
import { ageSessions, freeCodes } from '../../http/operator/factor/person-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import {
  addDevice,
  enrolApp,
  type LiveScene,
  openLiveScene,
  PASSWORD,
  readKey,
  storeCodes,
  typePassword,
} from '../live-scene.ts';
import { until } from '../steps/trade-steps.ts';

let scene: LiveScene;
before(async () => {
  scene = await openLiveScene();
});
after(() => scene.stop());

const OWNER = { name: 'Owen Nair', role: 'owner' };

describe('the first sign-in of a live service', () => {
  it('sets up an app: a key once, ten recovery codes once, and both sign in', async () => {
    const { id, email } = await scene.person(OWNER);
    const desk = await scene.open({ acceptDownloads: true });
    const { page, complaints } = desk;
    await page.goto(`${scene.url}/console/trades?state=failed`);
    await typePassword(page, email);
    await page.getByRole('heading', { name: 'Protect your sign-in' }).waitFor();
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    const app = await readKey(page);
    await page.getByAltText('QR code for your authenticator app').waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByLabel('Code that the app shows now').fill(app.wrongCode(Date.now()));
    await page.getByRole('button', { name: 'Confirm the code' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code that the app shows now').fill(app.code(Date.now()));
    await page.getByRole('button', { name: 'Confirm the code' }).click();
    await page.getByRole('heading', { name: 'Store your recovery codes' }).waitFor();
    deepEqual(await axeFindings(page), []);
    equal(await page.getByRole('button', { name: 'Go on' }).isDisabled(), true);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    equal((await download).suggestedFilename(), 'recovery-codes.txt');
    // Looking elsewhere and back asks who is signed in; the codes stay.
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    const [code = ''] = await storeCodes(page);
    await page.getByRole('heading', { name: 'Trades' }).waitFor();
    match(page.url(), /\/console\/trades\?state=failed$/);

    await freeCodes(scene.service.app, id);
    await page.getByRole('button', { name: OWNER.name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await typePassword(page, email);
    await page.getByLabel('Code from your authenticator app').fill(app.wrongCode(Date.now()));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('alert').waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByLabel('Code from your authenticator app').fill(app.code(Date.now()));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: OWNER.name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await typePassword(page, email);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(code);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: OWNER.name }).waitFor();
    deepEqual(complaints, []);
    await desk.close();
  });

  it('sets up a passkey, which then signs in alone and after the password', async () => {
    const { email } = await scene.person({ name: 'Pia Key', role: 'operator' });
    const { page, complaints, close } = await scene.open();
    await addDevice(page);
    await page.goto(`${scene.url}/console`);
    await typePassword(page, email);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    equal((await storeCodes(page)).length, 10);
    for (const way of ['alone', 'after the password']) {
      await page.getByRole('button', { name: 'Pia Key' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      if (way === 'alone') {
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      } else {
        await typePassword(page, email);
        await page.getByRole('button', { name: 'Use a passkey' }).click();
      }
      await page.getByRole('button', { name: 'Pia Key' }).waitFor();
    }
    deepEqual(complaints, []);
    await close();
  });
});

describe('a sign-in that fails', () => {
  it('says the same of a wrong password and of nobody, and when a locked address may try again', async () => {
    const { email } = await scene.person({ name: 'Lou Lock', role: 'viewer' });
    const { page, close } = await scene.open();
    await page.goto(`${scene.url}/console`);
    const said: string[] = [];
    let words = '';
    for (const address of [email, 'nobody@example.com']) {
      await typePassword(page, address, 'not the password');
      // The words of the try before stand there at first, with the number of another request.
      const before_answer = words;
      await until('the answer to this try', async () => {
        words = await page.getByRole('alert').innerText();
        return words !== before_answer;
      });
      said.push(words.replace(/Request.*$/s, ''));
    }
    equal(said[0], said[1]);
    match(String(said[0]), /too many tries have locked the sign-in for a while/);
    await scene.service.app.store.db.query(
      '',
      `update sign_in_tries set locked_until = statement_timestamp() + interval '3 minutes'
       where scope = 'password_address'`,
      [],
    );
    await typePassword(page, email);
    await page.getByText('You can try again in 3 minutes.').waitFor();
    await scene.service.app.store.db.query('', 'delete from sign_in_tries', []);
    await close();
  });
});

describe('a person who lost their factors', () => {
  it('opens the link of the owner, signs in with the password, and sets up new ones', async () => {
    const { id, email } = await scene.person({ name: 'Lena Lost', role: 'viewer' });
    const desk = await scene.open();
    const { page, complaints } = desk;
    await enrolApp(scene, desk, email);
    const fields = raw({ reason: 'Lost the phone' });
    const reset = await resetFactors(scene.service.app, OPERATOR, { id, raw: fields });
    const { url } = accepted(reset);
    await page.goto(`${scene.url}/console/enrol`);
    await page.getByText('The link is not whole').waitFor();
    await page.goto(`${scene.url}/console/enrol#${new URL(url).hash.slice(1)}`);
    await page.reload();
    await page.getByText('An owner removed your second factors.').waitFor();
    deepEqual(await axeFindings(page), []);
    await typePassword(page, email);
    await page.getByRole('button', { name: 'Use an authenticator app' }).click();
    const app = await readKey(page);
    await page.getByLabel('Code that the app shows now').fill(app.code(Date.now()));
    await page.getByRole('button', { name: 'Confirm the code' }).click();
    await storeCodes(page);
    await page.getByRole('button', { name: 'Lena Lost' }).waitFor();
    deepEqual(complaints, []);
    await desk.close();
  });
});

describe('while somebody works', () => {
  it('a dangerous act asks once for a confirmation, and is then sent with the same key', async () => {
    const { id, email } = await scene.person({ name: 'Cora Firm', role: 'owner' });
    const desk = await scene.open();
    const { page, complaints } = desk;
    const { app } = await enrolApp(scene, desk, email);
    await freeCodes(scene.service.app, id);
    await ageSessions(scene.service.app, id, 6);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      const is_act = request.method() === 'POST' && request.url().endsWith('/people');
      if (is_act) keys.push(request.headers()['idempotency-key']);
    });
    await page.goto(`${scene.url}/console/people`);
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('dialog', { name: 'Invite' });
    await form.getByLabel('Name').fill('Nils New');
    await form.getByLabel('E-mail address').fill('nils@example.com');
    await form.getByRole('button', { name: 'Invite' }).click();
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirm.waitFor();
    deepEqual(await axeFindings(page), []);
    await page.keyboard.press('Escape');
    await confirm.waitFor({ state: 'hidden' });
    equal(await form.getByLabel('Name').inputValue(), 'Nils New');
    await form.getByText('Confirm first that it is you').waitFor();
    await form.getByRole('button', { name: 'Invite' }).click();
    await confirm.getByLabel('Code from your authenticator app').fill(app.code(Date.now()));
    await confirm.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('/console/link#').waitFor();
    const [, second, third] = keys;
    equal(keys.length, 3);
    equal(typeof second, 'string');
    equal(second, third);
    deepEqual(complaints, []);
    await desk.close();
  });

  it('a session that was ended elsewhere is opened again over the page, which keeps its form', async () => {
    const { id, email } = await scene.person({ name: 'Sven Gone', role: 'owner' });
    const desk = await scene.open();
    const { page, complaints } = desk;
    const { app } = await enrolApp(scene, desk, email);
    await page.goto(`${scene.url}/console/people`);
    await page.getByRole('button', { name: 'Invite' }).click();
    const form = page.getByRole('dialog', { name: 'Invite' });
    await form.getByLabel('Name').fill('Ruth Kept');
    await form.getByLabel('E-mail address').fill('ruth@example.com');
    const { db } = scene.service.app.store;
    await db.query(
      '',
      'update sessions set revoked_at = statement_timestamp() where person_id = $1',
      [id],
    );
    await freeCodes(scene.service.app, id);
    await form.getByRole('button', { name: 'Invite' }).click();
    const again = page.getByRole('dialog', { name: 'Your session has ended' });
    await again.waitFor();
    deepEqual(await axeFindings(page), []);
    equal(await again.getByLabel('E-mail address').inputValue(), email);
    await again.locator('input[name=password]').fill(PASSWORD);
    await again.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.getByLabel('Code from your authenticator app').fill(app.code(Date.now()));
    await again.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('/console/link#').waitFor();
    deepEqual(complaints, []);
    await desk.close();
  });

  it('a second tab goes on after the first one signed in again', async () => {
    const { id, email } = await scene.person({ name: 'Tina Tabs', role: 'owner' });
    const desk = await scene.open();
    const { page } = desk;
    const { app } = await enrolApp(scene, desk, email);
    const other = await page.context().newPage();
    await other.goto(`${scene.url}/console/people`);
    await other.getByRole('button', { name: 'Invite' }).waitFor();
    // It asks for nothing meanwhile: otherwise it would ask to sign in there, too.
    const calls = '**/operator/v1/**';
    await other.route(calls, (route) => route.abort());
    await page.getByRole('button', { name: 'Tina Tabs' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await freeCodes(scene.service.app, id);
    await typePassword(page, email);
    await page.getByLabel('Code from your authenticator app').fill(app.code(Date.now()));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Tina Tabs' }).waitFor();
    await other.unroute(calls);
    await other.getByRole('button', { name: 'Invite' }).click();
    const form = other.getByRole('dialog', { name: 'Invite' });
    await form.getByLabel('Name').fill('Otto Other');
    await form.getByLabel('E-mail address').fill('otto@example.com');
    await form.getByRole('button', { name: 'Invite' }).click();
    await other.getByText('/console/link#').waitFor();
    await desk.close();
  });
});
