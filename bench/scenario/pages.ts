// Measures open payment pages: their cost while idle, how soon they get an event, and how fast
// other requests are served meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { type KnownPage, knownPages } from '../harness/known-pages.ts';
import { HAS_PROCESSOR_TIMES, processorTimeUs, serverProcess } from '../harness/processor-time.ts';
import type { Shop } from '../harness/shop.ts';
import { addressOf, ask, type OpenStreams, openStreams } from '../pages/page-client.ts';
import { percentile } from '../yardstick/percentile.ts';
import { openBenchShops, payins } from './bench-shops.ts';
import { CLIENTS, loadService } from './load-service.ts';
import type { Bench, Figure, RunningService, Scenario } from './scenario.ts';
import { HAS_SHARED_MEMORY, memoryOf } from './shared-memory.ts';

const scenario = 'pages';
const MANY = 10_000;
const LONGEST_ANSWER_MS = 50;
const LONGEST_NEWS_MS = 1_000;
/** The number of events to time, one after the other. */
const CHANGES = 200;

/** The size of the measurement; a test uses small numbers. */
export type PagesAsked = {
  readonly pages: number;
  readonly changes: number;
  readonly merchants: number;
  readonly fill_seconds: number;
  readonly connections: number;
  /** Long enough for garbage to be collected and for the code of the start to be compiled. */
  readonly settle_ms: number;
  readonly idle_seconds: number;
  readonly reads_per_second: number;
};

const asWhole = (bench: Bench): PagesAsked => ({
  pages: MANY,
  changes: CHANGES,
  merchants: 1_000,
  fill_seconds: 2,
  connections: CLIENTS,
  settle_ms: 3_000,
  idle_seconds: Math.max(2, bench.seconds * 2),
  reads_per_second: 200,
});

async function makePages(
  bench: Bench,
  url: string,
  shops: readonly Shop[],
  { pages: count, fill_seconds: seconds, connections }: PagesAsked,
) {
  const load = { url, requests: payins(shops), connections, seconds };
  let pages: KnownPage[] = [];
  while (pages.length < count) {
    await loadService(load);
    pages = await knownPages(bench.database_url, shops, count);
    bench.say(`pages: ${pages.length} of ${count}`);
  }
  return pages;
}

type Idle = { service: number; database: number };

/** In percent of one core. */
async function idleCost(
  bench: Bench,
  service: RunningService,
  { idle_seconds }: PagesAsked,
): Promise<Idle> {
  if (!HAS_PROCESSOR_TIMES) return { service: 0, database: 0 };
  const server = await serverProcess(bench.database_url);
  const times = async () => ({
    at_ms: performance.now(),
    service: await processorTimeUs(service.process_id),
    database: await processorTimeUs(server),
  });
  const before = await times();
  await sleep(idle_seconds * 1_000);
  const after = await times();
  const wall_us = (after.at_ms - before.at_ms) * 1_000;
  const share = (name: keyof Idle) => (100 * (after[name] - before[name])) / wall_us;
  return { service: share('service'), database: share('database') };
}

type News = { from_request: number[]; from_answer: number[] };

/** Customers cancel one by one at `url`; the pages may be open at another service. */
async function changeSome(url: string, pages: readonly KnownPage[], streams: OpenStreams) {
  const news: News = { from_request: [], from_answer: [] };
  for (const [index, { path }] of pages.entries()) {
    const asked_ms = performance.now();
    const address = addressOf(index);
    await ask({ url, path: `${path}/cancel`, address, method: 'POST' });
    const answered_ms = performance.now();
    const told_ms = await streams.event(path, 2);
    news.from_request.push(told_ms - asked_ms);
    news.from_answer.push(Math.max(0, told_ms - answered_ms));
  }
  return news;
}

/** Open loop: each request is due at a fixed time, from which its latency counts. */
async function readPages(
  url: string,
  pages: readonly KnownPage[],
  { seconds, per_second }: { seconds: number; per_second: number },
) {
  const times: number[] = [];
  const started_ms = performance.now();
  const running: Promise<void>[] = [];
  for (let count = 0; count < seconds * per_second; count += 1) {
    const due_ms = started_ms + (count * 1_000) / per_second;
    const wait_ms = due_ms - performance.now();
    if (wait_ms > 0) await sleep(wait_ms);
    const path = pages[(count * 7) % pages.length]?.path ?? '';
    const answered = ask({ url, path, address: addressOf(count) });
    running.push(
      answered.then(() => {
        times.push(performance.now() - due_ms);
      }),
    );
  }
  await Promise.all(running);
  return times;
}

const memoryMb = async ({ process_id }: RunningService) =>
  HAS_SHARED_MEMORY ? (await memoryOf(process_id)).service_mb : 0;

const spentUs = async ({ process_id }: RunningService) =>
  HAS_PROCESSOR_TIMES ? await processorTimeUs(process_id) : 0;

type Measured = {
  pages: number;
  memory_mb: readonly [before: number, after: number];
  idle: readonly [before: Idle, after: Idle];
  here: News;
  elsewhere: News;
  answers: number[];
  reads_per_second: number;
  /** The service's processor time per page. */
  page_ms: number;
};

function costFigures({ pages, memory_mb: [before, after], idle: [none, some] }: Measured) {
  const shown = pages.toLocaleString('en');
  const fact = (name: string, value: number, unit: string): Figure => ({
    scenario,
    name,
    value,
    unit,
  });
  return [
    fact(`service’s memory with ${shown} open pages`, after, 'MB'),
    fact('of it for the open pages', after - before, 'MB'),
    fact('for one of them', ((after - before) * 1_024) / pages, 'KB'),
    fact(`service’s processor time with ${shown} idle pages`, some.service, '% of a core'),
    fact('service’s without any page', none.service, '% of a core'),
    fact(`PostgreSQL’s processor time with ${shown} idle pages`, some.database, '% of a core'),
    fact('PostgreSQL’s without any page', none.database, '% of a core'),
  ];
}

function timeFigures({ here, elsewhere, answers, reads_per_second, page_ms }: Measured): Figure[] {
  const unit = 'ms';
  const rate = `${reads_per_second}/s`;
  return [
    {
      scenario,
      name: 'a customer’s act to the page’s event, p50',
      value: percentile(here.from_request, 0.5),
    },
    {
      scenario,
      name: 'a customer’s act to the page’s event, p99',
      value: percentile(here.from_request, 0.99),
    },
    {
      scenario,
      name: 'another process’s answer to the page’s event, p50',
      value: percentile(elsewhere.from_answer, 0.5),
    },
    {
      scenario,
      name: 'another process’s answer to the page’s event, p99',
      value: percentile(elsewhere.from_answer, 0.99),
      at_most: LONGEST_NEWS_MS,
    },
    { scenario, name: `a page at ${rate}, p50`, value: percentile(answers, 0.5) },
    { scenario, name: 'service’s processor time for a page', value: page_ms },
    {
      scenario,
      name: `a page at ${rate}, p99`,
      value: percentile(answers, 0.99),
      at_most: LONGEST_ANSWER_MS,
    },
  ].map((figure) => ({ ...figure, unit }));
}

export async function measurePages(bench: Bench, asked: PagesAsked): Promise<Figure[]> {
  const { settle_ms, reads_per_second: per_second } = asked;
  const { shops } = await openBenchShops(bench, { count: asked.merchants });
  // The bench acts as the proxy through which customers come, each with an address of its own.
  const settings = { TRUSTED_PROXIES: '127.0.0.1' };
  const service = await bench.startService(settings);
  const other = await bench.startService(settings);
  const pages = await makePages(bench, service.url, shops, asked);
  await readPages(service.url, pages, { seconds: 2, per_second });
  await sleep(settle_ms);
  const idle_before = await idleCost(bench, service, asked);
  const memory_before = await memoryMb(service);
  const streams = await openStreams(service.url, pages);
  bench.say(`pages: ${pages.length} are open`);
  try {
    await sleep(settle_ms);
    const idle_after = await idleCost(bench, service, asked);
    const memory_after = await memoryMb(service);
    const half = asked.changes / 2;
    const here = await changeSome(service.url, pages.slice(0, half), streams);
    const elsewhere = await changeSome(other.url, pages.slice(half, 2 * half), streams);
    const spent_before_us = await spentUs(service);
    const answers = await readPages(service.url, pages, { seconds: bench.seconds, per_second });
    const spent_us = (await spentUs(service)) - spent_before_us;
    const measured: Measured = {
      pages: pages.length,
      memory_mb: [memory_before, memory_after],
      idle: [idle_before, idle_after],
      here,
      elsewhere,
      answers,
      reads_per_second: per_second,
      page_ms: spent_us / answers.length / 1_000,
    };
    return [...costFigures(measured), ...timeFigures(measured)];
  } finally {
    await streams.close();
  }
}

export const PAGES: Scenario = {
  name: scenario,
  what: `${MANY.toLocaleString('en')} open payment pages: memory, idle cost, news, other requests`,
  run: (bench) => measurePages(bench, asWhole(bench)),
};
