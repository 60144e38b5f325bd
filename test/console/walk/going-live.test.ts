// Performs docs/operate/going-live.md in live mode behind TLS, step by step as it is written: the
// commands in a shell on the machine, the rest in two browsers.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNginxOfOne } from '../../../bench/deploy/proxies.ts';
import { machineEnvironment } from '../../../bench/harness/machine-environment.ts';
import { freePort } from '../../../bench/harness/service-process.ts';
import { TOTP } from '../../../server/domain/factor/totp.ts';
import { launchBrowser } from '../../support/browser/browser.ts';
import { CERTIFICATE_FILE, KEY_FILE, startTlsProxy } from '../../support/browser/tls-proxy.ts';
import { closeAll } from '../../support/cleanup.ts';
import { makeCommandFolder, runShell, type ShellResult } from '../../support/sandbox-shell.ts';
import { buildConsole } from '../build-console.ts';
import { type Desk, deskIn } from '../desk.ts';
import { type Part, readWalk } from './read-walk.ts';
import { takeStep, type Walk } from './walk-steps.ts';

const DOCUMENT = new URL('../../../docs/operate/going-live.md', import.meta.url);
const SECTIONS = readWalk(readFileSync(DOCUMENT, 'utf8'));
const DESKTOP = { viewport: { width: 1_280, height: 800 }, ignoreHTTPSErrors: true };

/** The exit code of an act that waits for a second person. */
const WAITS = 4;

const closes: (() => unknown)[] = [];
let folder: string;
let env: NodeJS.ProcessEnv;
let walk: Walk;
let section: Part[] = [];
/** How often a command asked for a code. */
let codes = 0;
/** What all commands printed. */
let told = '';
/** Nothing goes on without it. */
let failed: string | null = null;
/** Of you and of your colleague: each keeps their page, link and app. */
let people: { you: Seat; colleague: Seat };
type Seat = { desk: Desk; email: string; link: string; app: Walk['app'] };

/** One command per line; a line that ends with a backslash goes on. */
const commandsOf = (text: string): string[] => text.trimEnd().split(/(?<!\\)\n/);

/** Variables that a command sets are there for the next. */
const KEEPING = 'if [ -e kept.sh ]; then . ./kept.sh; fi';

/** A code of the step that comes: the one of now may have signed in. */
async function writeCode(): Promise<void> {
  const code = walk.app?.code(Date.now() + TOTP.step_s * 1_000) ?? '';
  await writeFile(join(folder, 'code.txt'), code);
}

/** A terminal would ask for the code; here it stands in a file. */
async function runCommand(command: string): Promise<ShellResult> {
  const run = (text: string) =>
    runShell(folder, `${KEEPING}\n${text}\ncode=$?\nexport -p > kept.sh\nexit $code\n`, env);
  const result = await run(command);
  if (!/asks for a code of your authenticator app/.test(result.complaints)) return result;
  await writeCode();
  codes += 1;
  return await run(`${command} --code-file code.txt`);
}

async function runCommands(text: string): Promise<void> {
  for (const command of commandsOf(text)) {
    const { code, output, complaints } = await runCommand(command);
    ok(code === 0 || code === WAITS, `${command}: ${code}\n${output}${complaints}`);
    if (code === WAITS) match(complaints, /second person/, command);
    told += output;
    const [, printed = walk.printed] = /(https:\S+)\s*$/.exec(output) ?? [];
    walk.printed = printed;
    const [, file] = /create-owner .* --secret-file (\S+)/.exec(command) ?? [];
    if (file === undefined) continue;
    const link = readFileSync(join(folder, file), 'utf8').trim();
    ok(!output.includes(link), output);
    people[people.you.link === '' ? 'you' : 'colleague'].link = link;
    walk.link = people.you.link;
  }
}

async function startService(text: string): Promise<void> {
  const child: ChildProcess = spawn('sh', ['-eu', '-c', text], { cwd: folder, env, stdio: 'pipe' });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      log += String(piece);
    });
  }
  closes.push(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  while (!log.includes('"msg":"ready"')) {
    ok(child.exitCode === null, log);
    await sleep(50);
  }
}

function sitDown(who: 'you' | 'colleague'): Promise<void> {
  const from = people[who === 'you' ? 'colleague' : 'you'];
  from.app = walk.app;
  const { desk, email, link, app } = people[who];
  Object.assign(walk, { page: desk.page, email, link, app });
  return desk.page.bringToFront();
}

const runPart: Record<Part['kind'], (text: string) => Promise<void>> = {
  step: (text) => takeStep(walk, text),
  commands: runCommands,
  service: startService,
  picture: () => Promise.resolve(),
};

/** `deploy/check going-live` takes the real nginx, which not every machine has. */
async function startFront(service_port: number, port: number): Promise<() => Promise<void>> {
  if (process.env.GOING_LIVE_PROXY !== 'nginx') {
    const { close } = await startTlsProxy(service_port, port);
    return close;
  }
  const place = { port, service_port, pem: CERTIFICATE_FILE, key: KEY_FILE };
  const { stop } = startNginxOfOne(folder, place);
  return stop;
}

before(async () => {
  await buildConsole();
  folder = await makeCommandFolder();
  closes.push(() => rm(folder, { recursive: true, force: true }));
  const [port, front_port] = [await freePort(), await freePort()];
  closes.push(await startFront(port, front_port));
  env = {
    ...machineEnvironment(),
    PUBLIC_URL: `https://127.0.0.1:${front_port}`,
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    NODE_EXTRA_CA_CERTS: CERTIFICATE_FILE,
    CURL_CA_BUNDLE: CERTIFICATE_FILE,
    STOP_SECONDS: '120',
  };
  const browser = await launchBrowser();
  closes.push(() => browser.close());
  const seat = async (email: string): Promise<Seat> => ({
    desk: await deskIn(await browser.newContext({ reducedMotion: 'reduce', ...DESKTOP })),
    ...{ email, link: '', app: null },
  });
  people = { you: await seat('ada@example.com'), colleague: await seat('ben@example.com') };
  walk = {
    ...{
      page: people.you.desk.page,
      email: people.you.email,
      link: '',
      block: '',
      printed: '',
      app: null,
    },
    files: [],
    run: runCommands,
    changeTo: sitDown,
    async repeatAsColleague() {
      await sitDown('colleague');
      for (const { kind, text } of section) await runPart[kind](text);
      await sitDown('you');
    },
    store: (file, text) => writeFile(join(folder, file), text),
  };
});
after(() => closeAll(closes));

describe('going live', () => {
  for (const { title, parts } of SECTIONS) {
    describe(title, () => {
      before(() => {
        section = [];
      });
      for (const part of parts) {
        it(part.text.trim().split('\n').at(-1) ?? '', async () => {
          equal(failed, null, 'an earlier step failed');
          failed = part.text;
          await runPart[part.kind](part.text);
          failed = null;
          if (part.kind === 'step') section.push(part);
        });
      }
    });
  }

  it('credits the rupee less its fee, and the books prove', () => {
    match(told, /412345678901 +matched +utr_account_amount/);
    match(told, /first +payin +completed /);
    match(told, /^balance\.amount_cents +98$/m);
    match(told, /^ok +true$/m);
    match(told, /^ok +two people /m);
    equal(codes, 1);
  });

  it('was complained about by no page', () => {
    deepEqual([...people.you.desk.complaints, ...people.colleague.desk.complaints], []);
  });

  it('was found in the document', () => {
    const count = (kind: Part['kind']) =>
      SECTIONS.flatMap(({ parts }) => parts).filter((one) => one.kind === kind).length;
    ok(count('step') > 30 && count('commands') > 6);
    equal(count('service'), 1);
  });
});
