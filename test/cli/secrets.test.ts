// Secrets that are shown once: on a terminal or in a file of one's own, and in a pipe only by wish.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { secretsOf } from '../../cli/client/secret-file.ts';
import { renderOpenApi } from '../../server/http/openapi/render-openapi.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli, type TerminalOptions } from './test-terminal.ts';

let service: OperatorService;
let merchant: string;
let folder: string;
before(async () => {
  service = await openOperatorService();
  merchant = (await makeMerchant(service.app)).merchant_id;
  folder = await mkdtemp(join(tmpdir(), 'payment-orders-secrets-'));
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const cli = (args: readonly string[], options: TerminalOptions = {}) =>
  runCli(args, {
    env: { PAYMENT_ORDERS_URL: service.url, OPERATOR_TOKEN, NO_COLOR: '1' },
    ...options,
  });

async function tokens(): Promise<number> {
  const { out } = await cli(['tokens', 'list', merchant, '--json']);
  return JSON.parse(out).data.length;
}

const ISSUE = () => ['tokens', 'issue', merchant];
const FEED = ['operator-tokens', 'issue', 'Reports', '--role', 'viewer'];

describe('a secret that is shown once', () => {
  it('is not made if it would go into a pipe', async () => {
    const before_it = await tokens();
    for (const more of [[], ['--json']]) {
      const { code, out, err } = await cli([...ISSUE(), ...more]);
      equal(code, 1);
      ok(!out.includes('test_'));
      match(err, /Nothing was done: .* --secret-file/);
    }
    equal(await tokens(), before_it);
  });

  it('is printed on a terminal, and elsewhere if somebody asks for it', async () => {
    match((await cli(ISSUE(), { is_tty: true })).out, /^token +test_\S+$/m);
    match((await cli([...ISSUE(), '--secret-file', '-'])).out, /^token +test_\S+$/m);
  });

  it('alone is the whole file, which only its owner reads; the output names the file', async () => {
    const file = join(folder, 'reports.txt');
    const { code, out, err } = await cli([...FEED, '--secret-file', file]);
    equal(code, 0, err);
    match(out, new RegExp(`^token +\\(in ${file}\\)$`, 'm'));
    const text = await readFile(file, 'utf8');
    match(text, /^op_[\w-]+\n$/);
    equal((await stat(file)).mode % 0o1000, 0o600);
    const listed = await cli(['operator-tokens', 'list', '--token-file', file], {
      env: { PAYMENT_ORDERS_URL: service.url },
    });
    ok([0, 1].includes(listed.code) && !listed.err.includes('401'), listed.err);
  });

  it('stands there by its name if there are several', async () => {
    const file = join(folder, 'shop.json');
    const { out } = await cli([...ISSUE(), '--json', '--secret-file', file]);
    const kept = JSON.parse(await readFile(file, 'utf8'));
    deepEqual(Object.keys(kept), ['token', 'signing_secret']);
    match(kept.token, /^test_/);
    const told = JSON.parse(out);
    deepEqual([told.token, told.signing_secret], [`(in ${file})`, `(in ${file})`]);
  });

  it('is not made if its file exists or cannot be written, and no file is left of a refusal', async () => {
    const before_it = await tokens();
    const file = join(folder, 'mine.txt');
    await writeFile(file, 'mine');
    const taken = await cli([...ISSUE(), '--secret-file', file]);
    deepEqual([taken.code, await readFile(file, 'utf8')], [1, 'mine']);
    match(taken.err, /exists already and was not changed/);
    const nowhere = await cli([...ISSUE(), '--secret-file', join(folder, 'none', 'x')]);
    match(nowhere.err, /^Nothing was done: .* cannot be written/);
    equal(await tokens(), before_it);
    const refused = await cli([...FEED.slice(0, -1), 'king', '--secret-file', join(folder, 'x')]);
    equal(refused.code, 1);
    deepEqual((await readdir(folder)).includes('x'), false);
  });

  it('in a member of the answer is found as well', async () => {
    const file = join(folder, 'link.txt');
    const invite = 'people invite --name Bo --email bo@example.com --role viewer'.split(' ');
    const { out, err } = await cli([...invite, '--json', '--secret-file', file]);
    equal(JSON.parse(out).link.url, `(in ${file})`, err);
    match(await readFile(file, 'utf8'), /^http\S+\n$/);
  });
});

type Member = { description?: string; properties?: Record<string, Member>; $ref?: string };

/** Fields that sound like a secret and are none. */
const NO_SECRETS = ['SecondFactors.recovery_codes'];

it('every field of an answer that sounds like a secret says that it is shown only now', async () => {
  const document = JSON.parse(JSON.stringify(await renderOpenApi('operator')));
  const schemas: Record<string, Member> = document.components.schemas;
  const named = Object.entries(schemas).flatMap(([schema, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([name]) => ['secret', 'token', 'signing_secret', 'recovery_codes'].includes(name))
      .map(([name, { description = '' }]) => ({ field: `${schema}.${name}`, description })),
  );
  const unmarked = named.filter(({ description }) => !/shown only now/i.test(description));
  deepEqual(
    unmarked.map(({ field }) => field),
    NO_SECRETS,
  );
  deepEqual(secretsOf('/merchants/01a2/tokens', { method: 'POST' }), ['token', 'signing_secret']);
  deepEqual(secretsOf('/merchants/01a2/tokens', {}), []);
});
