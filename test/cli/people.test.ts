// The commands for people and sessions, against the real service.
import { deepEqual, equal, match } from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

const PASSWORD = 'five quiet geese by the river';

suite('people on the command line', () => {
  let service: OperatorService;
  before(async () => {
    service = await openOperatorService();
  });
  after(() => service.stop());

  const cli = (args: readonly string[], input = '') =>
    runCli(args, { env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN }, input });

  async function body(args: readonly string[], input = ''): Promise<Record<string, unknown>> {
    const { code, out, err } = await cli([...args, '--json', '--secret-file', '-'], input);
    equal(code, 0, err);
    return JSON.parse(out);
  }

  const invite = (email: string, role: string) =>
    body(['people', 'invite', '--name', 'Ada', '--email', email, '--role', role]);
  const urlOf = ({ link }: Record<string, unknown>) => String(Object(link).url);

  const signIn = async (email: string) => {
    const fields = { email, password: PASSWORD };
    return await service.ask('POST', '/session', { authorization: null, body: fields });
  };

  test('the review of access is saved as CSV, and as a workbook', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'payment-orders-review-'));
    try {
      const [csv, workbook] = [join(folder, 'access.csv'), join(folder, 'access.xlsx')];
      await body(['people', 'review', '--out', csv]);
      const [head = '', first = ''] = (await readFile(csv, 'utf8')).split('\n');
      match(head, /^kind,id,name,email,role,/);
      match(first, /^operator_token,/);
      await body(['people', 'review', '--xlsx', '--out', workbook]);
      equal((await readFile(workbook)).toString('latin1', 0, 2), 'PK');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a person is invited, sets a password by the link, changes role and is disabled', async () => {
    const ada = await invite('ada@example.com', 'viewer');
    const id = String(ada.id);
    const accepted = await body(['people', 'accept'], `${urlOf(ada)}\n${PASSWORD}\n`);
    deepEqual(accepted, { outcome: 'password_set' });
    equal((await signIn('ada@example.com')).status, 200);
    const moved = await body(['people', 'role', id, 'finance', '--reason', 'moved']);
    equal(moved.role, 'finance');
    equal((await body(['people', 'disable', id, '--reason', 'left'])).state, 'disabled');
    equal((await signIn('ada@example.com')).status, 401);
    equal((await body(['people', 'enable', id, '--reason', 'back'])).state, 'active');
    const again = await body(['people', 'reset-link', id]);
    equal(Object(again.link).kind, 'password_reset');
    equal((await body(['people', 'show', id])).email, 'ada@example.com');
    const listed = (await body(['people', 'list'])).data as { id: string }[];
    deepEqual(
      listed.map((one) => one.id),
      [id],
    );
  });

  test('the link is printed for people too, once', async () => {
    const args = 'people invite --name Bo --email bo@example.com --secret-file -'.split(' ');
    const { out } = await cli([...args, '--role', 'owner']);
    match(out, /link +http\S+\/console\/link#[\w-]{43}/);
    const again = await cli([...args, '--role', 'owner']);
    equal(again.code, 1);
    match(again.err, /email: belongs to another person/);
  });

  test('the factors of a person are shown and removed, with a link that is printed', async () => {
    const dee = await invite('dee@example.com', 'viewer');
    const id = String(dee.id);
    await body(['people', 'accept'], `${urlOf(dee)}\n${PASSWORD}\n`);
    equal((await body(['people', 'factors', id])).waits_for_link, false);
    const reset = ['people', 'reset-factors', id, '--secret-file', '-'];
    const { code, out } = await cli([...reset, '--reason', 'Lost the phone']);
    equal(code, 0);
    match(out, /url +http\S+\/console\/enrol#[\w-]{43}/);
    equal((await body(['people', 'factors', id])).waits_for_link, true);
    equal((await signIn('dee@example.com')).body.outcome, 'enrolment_link_required');
    equal((await cli(['people', 'reset-factors', id])).code, 2);
  });

  test('sessions are listed, and ended one by one or all of a person', async () => {
    const cy = await invite('cy@example.com', 'viewer');
    await body(['people', 'accept'], `${urlOf(cy)}\n${PASSWORD}\n`);
    for (let count = 0; count < 3; count += 1) await signIn('cy@example.com');
    const list = async () => {
      const { data } = await body(['sessions', 'list', '--person-id', String(cy.id)]);
      return data as { id: string }[];
    };
    const [first] = await list();
    await body(['sessions', 'revoke', first?.id ?? '']);
    equal((await list()).length, 2);
    deepEqual(await body(['sessions', 'revoke', '--person-id', String(cy.id)]), { revoked: 2 });
    deepEqual(await list(), []);
    equal((await cli(['sessions', 'revoke'])).code, 2);
    equal((await cli(['sessions', 'revoke', 'x', '--person-id', 'y'])).code, 2);
  });

  test('help says where the first owner is made', async () => {
    const { out } = await cli(['people', '--help']);
    match(out, /payment-orders people create-owner --name NAME --email ADDRESS/);
  });
});
