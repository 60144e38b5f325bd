// Holds the documents against the code: what they name exists, what they show can be computed.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { accountSide, ENTRY_ACTS } from '../server/domain/ledger/ledger.ts';
import { DIRECTIONS, STATES, TRANSITIONS } from '../server/domain/record/trade.ts';
import { absent, areas, unlisted } from '../server/http/docs/contents.ts';
import { OPERATOR_ROUTES } from '../server/http/operator/routes.ts';
import { SETTINGS } from '../server/settings/config.ts';
import { namesOfSecret } from '../server/settings/setting-text.ts';
import { FOLDER_RULES } from './support/checkout/boundary-rules.ts';
import { readCheckout } from './support/checkout/checkout.ts';
import {
  blocksOf,
  codeWords,
  linksOf,
  readDocuments,
  tableRows,
} from './support/checkout/documents.ts';

const DOCUMENTS = readDocuments();
const FILES = readCheckout(['']);
const SOURCE = [...FILES]
  .filter(([path]) => /^(?:server|cli|sdk|migrations|bin|tools)\//.test(path))
  .map(([, text]) => text)
  .join('\n');
const HTTP = [...FILES]
  .filter(([path]) => /^server\/http\/(?:merchant|operator)\/.*\.ts$/.test(path))
  .map(([, text]) => text)
  .join('\n');

function documentAt(path: string): string {
  const text = DOCUMENTS.get(path);
  if (text === undefined) throw new Error(`There is no document ${path}`);
  return text;
}

/** "path: what" for everything in a document that `isWrong`. */
function wrongIn(
  find: (text: string, path: string) => readonly string[],
  isWrong: (found: string, path: string) => boolean,
  paths: RegExp = /\.md$/,
): string[] {
  return [...DOCUMENTS]
    .filter(([path]) => paths.test(path))
    .flatMap(([path, text]) =>
      find(text, path)
        .filter((found) => isWrong(found, path))
        .map((found) => `${path}: ${found}`),
    );
}

const isLocal = (href: string) => !/^(?:https?:|mailto:|#)/.test(href);
const targetOf = (href: string, path: string) =>
  posix.normalize(posix.join(posix.dirname(path), href.replace(/#.*$/, '')));

/** Names that are not ours: of PostgreSQL, PgBouncer and Citus. */
const OF_OTHERS = `max_prepared_statements default_pool_size jit_above_cost pg_terminate_backend
  loop_wait synchronous_mode wal_sender_timeout wal_receiver_timeout max_prepared_transactions
  block_writes force_logical citus_remove_node pg_dist_authinfo`.split(/\s+/);

/** Without the prefix and the ending that a metric gets. */
const nameInCode = (word: string) => word.replace(/^payment_orders_(.+?)(?:_total)?$/, '$1');

const FOR_READERS = /^(?:README\.md|docs\/(?:guide|operate|reference)\/.*)$/;

describe('links', () => {
  it('lead to a file', () => {
    const wrong = wrongIn(
      linksOf,
      (href, path) => isLocal(href) && !FILES.has(targetOf(href, path)),
    );
    deepEqual(wrong, []);
  });

  it('of documents that the service serves stay among them', () => {
    const leaves = (href: string, path: string) =>
      isLocal(href) && !targetOf(href, path).startsWith('docs/');
    deepEqual(wrongIn(linksOf, leaves, /^docs\//), []);
  });

  it('reach every document', () => {
    const linked = new Set(
      [...DOCUMENTS].flatMap(([path, text]) => linksOf(text).map((href) => targetOf(href, path))),
    );
    const alone = [...DOCUMENTS.keys()].filter((path) => path !== 'README.md' && !linked.has(path));
    deepEqual(alone, []);
  });
});

describe('the order of reading', () => {
  it('has a place for every document: server/http/docs/contents.ts', () => {
    deepEqual(unlisted(), []);
  });

  it('has no place without a document, and none twice', () => {
    const places = areas().flatMap(({ groups }) => groups.flatMap(({ entries }) => entries));
    const paths = places.map(({ path }) => path);
    deepEqual(absent(), []);
    deepEqual(paths, [...new Set(paths)]);
  });
});

describe('names in documents', () => {
  it('of settings exist', () => {
    const others = [
      'NO_COLOR',
      'PAYMENT_ORDERS_URL',
      'PAYMENT_ORDERS_DEBUG',
      'MERCHANT_TOKEN',
      'SIGTERM',
    ];
    const settings = SETTINGS.flatMap(({ name, is_secret }) =>
      is_secret === true ? namesOfSecret(name) : [name],
    );
    // Any of the secrets, where the documents say how they are given.
    const known = new Set([...settings, ...namesOfSecret('NAME'), ...others]);
    const isUnknown = (word: string) =>
      /^[A-Z]{2,}(?:_[A-Z]+)+$|^[A-Z]{6,}$/.test(word) && !known.has(word);
    deepEqual(wrongIn(codeWords, isUnknown, FOR_READERS), []);
  });

  it('of fields, codes, reasons and acts exist in the code', () => {
    const words = new Set([...SOURCE.split(/[^a-z0-9_]+/), ...OF_OTHERS]);
    const isUnknown = (word: string) =>
      /^[a-z]+(?:_[a-z0-9]+)+$/.test(word) && !words.has(nameInCode(word));
    deepEqual(wrongIn(codeWords, isUnknown), []);
  });

  it('of files exist', () => {
    const isMissing = (word: string) =>
      /^(?:bin|cli|docs|migrations|server|test|tools)\/[\w./-]+\.\w+$/.test(word) &&
      !FILES.has(word);
    deepEqual(wrongIn(codeWords, isMissing, /^(?!docs\/adr\/)/), []);
  });

  it('of endpoints exist', () => {
    const shapeOf = (path: string) =>
      path
        .replace(/\?.*$/, '')
        .replace(/\$\{\w+\}|\{\w+\}|:\w+|[0-9a-f]{8}-[0-9a-f-]{27}/g, ':')
        .replace(/[/.]$/, '');
    const written = [...HTTP.matchAll(/['`](\/[\w:/${}.]+)['`]/g)].map(([, path = '']) => path);
    const routes = new Set([...written, ...OPERATOR_ROUTES.map(({ url }) => url)].map(shapeOf));
    const endpoints = (text: string) =>
      [
        ...text.matchAll(/(?:GET|POST|PUT|PATCH|DELETE)\s+\/(?:api|operator)\/v1(\/[\w:/{}.-]+)/g),
      ].map(([, path = '']) => path);
    ok(routes.size > 20, 'the routes were not found');
    deepEqual(
      wrongIn(endpoints, (path) => !routes.has(shapeOf(path))),
      [],
    );
  });

  it('of commands exist', () => {
    const quoted = new Set(
      [...SOURCE.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g)].map(([, word = '']) => word),
    );
    const commands = (text: string) =>
      [...text.matchAll(/payment-orders(?:\.mjs)? ((?:[a-z]+(?:-[a-z]+)* ?){1,2})/g)].flatMap(
        ([, words = '']) => words.trim().split(' '),
      );
    const prose = new Set(['and', 'serve', 'the', 'in', 'is']);
    deepEqual(
      wrongIn(commands, (word) => !quoted.has(word) && !prose.has(word), FOR_READERS),
      [],
    );
  });
});

describe('tables in documents', () => {
  it('have every state of a direction, and no other', () => {
    for (const [direction, path] of [
      [DIRECTIONS[0], 'docs/guide/pay-ins.md'],
      [DIRECTIONS[1], 'docs/guide/pay-outs.md'],
    ] as const) {
      const section = documentAt(path).split('## States')[1]?.split('\n## ')[0] ?? '';
      const shown = tableRows(section)
        .map(([cell = '']) => cell.replaceAll('`', ''))
        .filter((cell) => cell !== 'state');
      const wanted = STATES.filter((state) =>
        TRANSITIONS.some((way) => way.direction === direction && way.to.includes(state)),
      );
      deepEqual(shown.toSorted(), wanted.toSorted());
    }
  });

  it('have every posting rule, and accounts that there are', () => {
    const [accounts = '', rules = ''] = documentAt('docs/operate/ledger.md').split('## What posts');
    const named = (text: string) =>
      tableRows(text).flatMap(([cell = '']) =>
        cell.split(', ').flatMap((name) => /^`([a-z_]+)/.exec(name)?.[1] ?? []),
      );
    for (const account of named(accounts)) ok(accountSide(account));
    for (const act of ENTRY_ACTS) {
      ok(named(rules).includes(act), `docs/operate/ledger.md does not explain ${act}`);
    }
  });

  it('of who may import whom have the folders of the rules that there are', () => {
    const section = documentAt('ARCHITECTURE.md').split('## Who may import whom')[1] ?? '';
    const shown = tableRows(section.split('\n## ')[0] ?? '')
      .map(([cell = '']) => cell.replaceAll('`', ''))
      .filter((cell) => cell !== 'folder');
    const folders = FOLDER_RULES.map(({ of }) => of).filter((of) =>
      [...FILES.keys()].some((path) => path.startsWith(of) && /\.(?:ts|mjs)$/.test(path)),
    );
    deepEqual(shown.toSorted(), folders.toSorted());
  });
});

describe('examples in documents', () => {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text);

  it('of signatures can be computed', () => {
    const text = documentAt('docs/reference/signing.md');
    const secret = /Secret of the examples: `([^`]+)`/.exec(text)?.[1] ?? '';
    const shown = [
      ...text.matchAll(/^string-to-sign {2}(.+)\nX-(?:Token|Signature) .*?([0-9a-f]{64})$/gm),
    ];
    equal(shown.length, 3);
    for (const [, to_sign = '', signature] of shown) {
      equal(hmac(secret, to_sign).digest('hex'), signature);
    }
    const callbacks = documentAt('docs/reference/callbacks.md');
    const line = (name: string) => new RegExp(`^${name} +(.+)$`, 'm').exec(callbacks)?.[1] ?? '';
    const key = Buffer.from(line('secret').replace('whsec_', ''), 'base64');
    equal(`v1,${hmac(key, line('string-to-sign')).digest('base64')}`, line('signature'));
  });

  /** Some members of an object stand for it. */
  const wholeOf = (text: string) => (text.startsWith('"') ? `{${text}}` : text);

  it('of JSON can be parsed, of shell have no wrong syntax', () => {
    for (const [path, text] of DOCUMENTS) {
      for (const block of blocksOf(text)) {
        if (block.language === 'json') ok(JSON.parse(wholeOf(block.text)), path);
        if (block.language === 'sh') execFileSync('sh', ['-n'], { input: block.text });
      }
    }
  });

  it('of the first words are what the service prints', () => {
    const words = FILES.get('server/programs/first-words.ts') ?? '';
    const shown = blocksOf(documentAt('README.md')).find(({ language }) => language === 'text');
    const labels = [...(shown?.text ?? '').matchAll(/^ {2}(\S+(?: \S+)?) {2,}/gm)];
    ok(labels.length > 5, 'the first words were not found');
    for (const [, label = ''] of labels) ok(words.includes(`'${label}'`), label);
  });
});

describe('decisions', () => {
  it('are numbered without gaps, listed, and have three parts', () => {
    const found = [...DOCUMENTS].filter(([path]) => /^docs\/adr\/\d/.test(path));
    const index = linksOf(documentAt('docs/adr/index.md')).map((href) => `docs/adr/${href}`);
    deepEqual(
      found.map(([path]) => path),
      index,
    );
    for (const [position, [path, text]] of found.entries()) {
      const number = String(position + 1).padStart(4, '0');
      ok(path.startsWith(`docs/adr/${number}-`), path);
      ok(text.startsWith(`# ${position + 1}. `), path);
      deepEqual(
        [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
        ['Context', 'Decision', 'Consequences'],
        path,
      );
    }
  });
});

describe('words in documents', () => {
  it('sell nothing and promise nothing', () => {
    const words = [
      'simply|easily|effortless\\w*|seamless\\w*|powerful|blazing\\w*',
      'world-class|cutting-edge|coming soon|in the future',
    ];
    const selling = new RegExp(`\\b(?:${words.join('|')})\\b`, 'gi');
    deepEqual(
      wrongIn(
        (text) => [...text.matchAll(selling)].map(([word]) => word),
        () => true,
      ),
      [],
    );
  });

  it('stand in lines that can be read beside code', () => {
    const longest = 120;
    const isLong = (line: string) =>
      line.length > longest && !line.startsWith('|') && !/^\S*https?:/.test(line);
    const prose = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '').split('\n');
    const by_hand = /^(?!docs\/reference\/errors)/;
    deepEqual(wrongIn(prose, isLong, by_hand), []);
  });
});
