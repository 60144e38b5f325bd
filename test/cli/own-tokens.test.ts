// A person’s own token on the command line: made by signing in, and asked for a code before acts
// that ask a session for one.
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { active, PASSWORD } from '../app/access/people-scene.ts';
import { makeOwner, type openAuthenticator, withTotp } from '../app/factor/factor-scene.ts';
import { freeCodes } from '../http/operator/factor/person-client.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { setBandsOfAll } from '../support/set-bands.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli, type TerminalOptions } from './test-terminal.ts';

type Someone = {
  id: string;
  email: string;
  authenticator: ReturnType<typeof openAuthenticator>;
  token: string;
};

suite('a token of a person’s own', () => {
  let service: OperatorService;
  let folder: string;
  let merchant: string;
  let asha: Someone;
  let ben: Someone;

  before(async () => {
    service = await openOperatorService();
    folder = await mkdtemp(join(tmpdir(), 'payment-orders-cli-'));
    merchant = (await makeMerchant(service.app)).merchant_id;
    asha = await someone('Asha');
    ben = await someone('Ben');
    await setBandsOfAll(service.app.store.db, 0);
    await service.app.settings.refresh();
  });
  after(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  async function someone(name: string): Promise<Someone> {
    const { id, email } = await active(service.app, { name, role: 'finance' });
    const { authenticator } = await withTotp(service.app, await makeOwner(service.app, id));
    const made = { id, email, authenticator, token: '' };
    const args = [
      'own-tokens',
      'issue',
      'laptop',
      '--email',
      email,
      '--json',
      '--secret-file',
      '-',
    ];
    const input = `${PASSWORD}\n${await codeOf(made)}\n`;
    const { code, out, err } = await run(args, '', { input });
    equal(code, 0, err);
    return { ...made, token: String(JSON.parse(out).token) };
  }

  /** One that works, whatever was used before. */
  async function codeOf({ id, authenticator }: Omit<Someone, 'token'>): Promise<string> {
    await freeCodes(service.app, id);
    return authenticator.code(service.app.settings.now());
  }
  const run = (args: readonly string[], token: string, more: TerminalOptions = {}) =>
    runCli(args, { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN: token }, ...more });
  const adjust = () => ['adjust', merchant, '--amount-cents', '900', '--reason', 'Top-up'];
  const forget = ({ id }: Someone) =>
    service.app.store.db.query(
      '',
      'update operator_tokens set confirmed_at = null, confirmed_from = null where person_id = $1',
      [id],
    );
  const proposalIn = (err: string) => /approvals approve (\S+)/.exec(err)?.[1] ?? '';

  test('is made by signing in, which leaves no session open', async () => {
    const rows = await service.app.store.db.query(
      '',
      'select session_id from sessions where person_id = $1 and revoked_at is null',
      [asha.id],
    );
    equal(rows.length, 1, 'that in which the app was set up');
    const { out } = await run(['own-tokens', 'list', '--json'], asha.token);
    const [listed] = JSON.parse(out).data;
    deepEqual([listed.name, listed.is_current], ['laptop', true]);
    doesNotMatch(out, new RegExp(asha.token));
  });

  test('a wrong password, and a code that was used, make none', async () => {
    const args = ['own-tokens', 'issue', 'phone', '--email', asha.email, '--secret-file', '-'];
    const wrong = await run(args, '', { input: 'five quiet geese\n' });
    equal(wrong.code, 1);
    const code = await codeOf(asha);
    equal((await run(args, '', { typed: [PASSWORD, code] })).code, 0);
    const replayed = await run(args, '', { typed: [PASSWORD, code] });
    equal(replayed.code, 1);
    match(replayed.err, /second_factor_wrong/);
    const unasked = await run(args, '', { input: `${PASSWORD}\n` });
    equal(unasked.code, 1);
    match(unasked.err, /code of your authenticator app/);
  });

  test('a dangerous act asks for a code, on a terminal or from a file, and is sent again', async () => {
    await forget(asha);
    const unasked = await run(adjust(), asha.token);
    equal(unasked.code, 1);
    match(unasked.err, /confirmation_required.*\n.*--code-file/s);
    const wrong = asha.authenticator.wrongCode(service.app.settings.now());
    const typed = [wrong, await codeOf(asha)];
    const asked = await run(adjust(), asha.token, { typed });
    equal(asked.code, 4, asked.err);
    equal(asked.err.match(/Code of your authenticator app/g)?.length, 2);
    await forget(asha);
    const file = join(folder, 'code');
    await writeFile(file, `${await codeOf(asha)}\n`);
    const from_file = await run([...adjust(), '--code-file', file], asha.token);
    equal(from_file.code, 4, from_file.err);
    await forget(asha);
    const replayed = await run([...adjust(), '--code-file', file], asha.token);
    equal(replayed.code, 1, 'a code works once');
    match(replayed.err, /second_factor_wrong/);
    const piped = await run([...adjust(), '--code-file', '-'], asha.token, {
      input: `${await codeOf(asha)}\n`,
    });
    equal(piped.code, 4, piped.err);
    const missing = await run([...adjust(), '--code-file', join(folder, 'none')], asha.token);
    equal(missing.code, 2);
  });

  test('nobody approves with it what they asked for themselves; another person does', async () => {
    const asked = await run(adjust(), asha.token, { typed: [await codeOf(asha)] });
    const id = proposalIn(asked.err);
    const own = await run(['approvals', 'approve', id], asha.token);
    equal(own.code, 1);
    match(own.err, /second_person_required/);
    await forget(ben);
    const unasked = await run(['approvals', 'approve', id], ben.token);
    equal(unasked.code, 1);
    match(unasked.err, /confirmation_required/);
    const done = await run(['approvals', 'approve', id], ben.token, {
      typed: [await codeOf(ben)],
    });
    equal(done.code, 0, done.err);
    const trail = await run(['audit', 'list', '--action', 'proposal_approved'], OPERATOR_TOKEN);
    match(trail.out, /operator Ben \(token laptop\) /);
  });

  test('what was asked for with it is void once the token or the right is gone', async () => {
    const { db } = service.app.store;
    const gone = [
      'update operator_tokens set revoked_at = now() where person_id = $1',
      `update people set role = 'viewer' where person_id = $1`,
    ];
    for (const text of gone) {
      const who = await someone('Cara');
      const asked = await run(adjust(), who.token, { typed: [await codeOf(who)] });
      await db.query('', text, [who.id]);
      const args = ['approvals', 'approve', proposalIn(asked.err)];
      const approved = await run(args, ben.token, { typed: [await codeOf(ben)] });
      equal(approved.code, 1, text);
      match(approved.err, /may not do this any more/);
    }
  });

  test('somebody without a factor confirms with the password, in a sandbox', async () => {
    const { email } = await active(service.app, { name: 'Dora', role: 'finance' });
    const args = [
      'own-tokens',
      'issue',
      'laptop',
      '--email',
      email,
      '--json',
      '--secret-file',
      '-',
    ];
    const { out } = await run(args, '', { input: `${PASSWORD}\n` });
    const { token } = JSON.parse(out);
    const wrong = await run(adjust(), token, { typed: ['five quiet geese', ''] });
    equal(wrong.code, 1);
    const done = await run(adjust(), token, { typed: [PASSWORD] });
    equal(done.code, 4, done.err);
  });

  test('a file is sent once a code was given, and once only', async () => {
    await forget(asha);
    const file = join(folder, 'march.csv');
    await writeFile(file, 'a,b\n');
    const account = '01890000-0000-7000-8000-000000000000';
    const args = ['statements', 'import', file, '--receiving-account-id', account];
    const unasked = await run(args, asha.token);
    match(unasked.err, /asks for a second factor/);
    const sent = await run(args, asha.token, { typed: [await codeOf(asha)] });
    equal(sent.code, 1, 'there is no such account');
    doesNotMatch(sent.err, /asks for/);
    match(sent.err, /Code of your authenticator app/);
    const again = await run(args, asha.token, { typed: [] });
    doesNotMatch(again.err, /Code of your|asks for/);
  });

  test('is revoked by its id, and then worth nothing', async () => {
    const { out } = await run(['own-tokens', 'list', '--json'], ben.token);
    const [{ id }] = JSON.parse(out).data;
    equal((await run(['own-tokens', 'revoke', id], ben.token)).code, 0);
    equal((await run(['own-tokens', 'list'], ben.token)).code, 1);
  });
});
