// Refuses what is beyond the service's capacity before any work is done for it, so that what it
// takes is answered as fast as ever.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Log } from '../../app/process/log-words.ts';
import { whenWorkEnds } from '../transport/long-answers.ts';
import { kindOf, type RequestKind } from '../transport/request-kind.ts';
import {
  isTelling,
  type LimitRule,
  type LimitState,
  nextLimit,
  noteAlone,
  startingLimit,
} from './admission-limit.ts';
import { createShedAnswer } from './shed-answer.ts';

export type AdmissionLog = Pick<Log, 'warn'>;

type ShedFacts = { readonly in_work: number; readonly limit: number };

export type AdmissionOptions = {
  public_url: string;
  rule: LimitRule;
  log: AdmissionLog;
  /** Told of each request that is refused. */
  shed: (kind: RequestKind) => void;
  /** Monotonic milliseconds. */
  clock?: () => number;
};

export type Admission = {
  /** The same handler, for as many requests at once as can be answered in time. */
  guard(handler: RequestListener): RequestListener;
  inWork(): number;
  limit(): number;
};

type Lane = 'merchants' | 'people';

/**
 * Merchants and people have places of their own, so that neither can take the other's. In each
 * lane, what is refused last has some places more: a retry of a create does no harm, and the
 * operator comes through whatever happens to the payment pages, which anybody may ask for.
 */
const PLACES: Readonly<Record<Exclude<RequestKind, 'platform'>, { lane: Lane; share: number }>> = {
  create: { lane: 'merchants', share: 1 },
  merchant: { lane: 'merchants', share: 1.25 },
  page: { lane: 'people', share: 1 },
  operator: { lane: 'people', share: 1.25 },
};

const ABANDONED_CHECK_MS = 100;
/** No statement takes longer: by then the work has ended, whatever became of its answer. */
const ABANDONED_MOST_MS = 60_000;
const WARN_EVERY_MS = 1_000;
/** The first answers take long because the code is new to the machine, not because of the load. */
const WARM_AFTER = 256;
const CREATED = 201;

function createController(rule: LimitRule, clock: () => number) {
  let state: LimitState = startingLimit(rule);
  let began_ms = clock();
  let [creates, creates_ms, was_full, warmed] = [0, 0, false, 0];
  return {
    limit: () => Math.floor(state.limit),
    full: () => {
      was_full = true;
    },
    created: (time_ms: number, was_alone: boolean) => {
      creates += 1;
      creates_ms += time_ms;
      warmed += 1;
      if (was_alone && warmed > WARM_AFTER) state = noteAlone(state, time_ms);
      const window = { lasted_ms: clock() - began_ms, creates, creates_ms, was_full };
      if (!isTelling(window)) return;
      state = nextLimit(state, window, rule);
      [creates, creates_ms, was_full] = [0, 0, false];
      began_ms = clock();
    },
  };
}

/** One line at the first refusal, then one a second that says how many there were. */
function createShedLog(log: AdmissionLog, facts: () => ShedFacts) {
  let refused = 0;
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    timer = null;
    if (refused === 0) return;
    log.warn({ refused, ...facts() }, 'overloaded: requests are refused');
    refused = 0;
    timer = setTimeout(tell, WARN_EVERY_MS).unref();
  };
  return () => {
    refused += 1;
    if (timer === null) tell();
  };
}

/**
 * Somebody who hung up has not taken their work back: it holds its place until the answer that
 * nobody reads is written, else impatient clients would fill the queues with work for nobody.
 */
function createAbandoned(clock: () => number) {
  const abandoned = new Map<ServerResponse, { free: () => void; until_ms: number }>();
  const sweepSoon = () => {
    setTimeout(sweep, ABANDONED_CHECK_MS).unref();
  };
  const sweep = () => {
    for (const [response, { free, until_ms }] of abandoned) {
      if (!response.writableEnded && clock() < until_ms) continue;
      abandoned.delete(response);
      free();
    }
    if (abandoned.size > 0) sweepSoon();
  };
  return (response: ServerResponse, free: () => void) => {
    abandoned.set(response, { free, until_ms: clock() + ABANDONED_MOST_MS });
    if (abandoned.size === 1) sweepSoon();
  };
}

/** A body that is still on its way is the client's time, not ours: slow senders hold no places. */
function whenArrived(request: IncomingMessage, take: () => void): void {
  process.nextTick(() => {
    if (request.complete) take();
    else request.once('end', take);
  });
}

export function createAdmission(options: AdmissionOptions): Admission {
  const { public_url, rule, log, shed, clock = () => performance.now() } = options;
  const controller = createController(rule, clock);
  const in_work: Record<Lane, number> = { merchants: 0, people: 0 };
  const inWork = () => in_work.merchants + in_work.people;
  const noteShed = createShedLog(log, () => ({ in_work: inWork(), limit: controller.limit() }));
  const abandon = createAbandoned(clock);
  const answerShed = createShedAnswer(public_url);

  let taken = 0;

  /** A place is held from the end of the request to the end of its work. */
  const follow = (
    request: IncomingMessage,
    response: ServerResponse,
    lane: Lane,
    kind: RequestKind,
  ) => {
    let [took_ms, turn, is_over] = [-1, 0, false];
    const take = () => {
      if (is_over) return;
      took_ms = clock();
      taken += 1;
      // Where nobody is in work now, and nobody comes until the end, it had the service to itself.
      turn = inWork() === 0 ? taken : 0;
      in_work[lane] += 1;
    };
    const free = () => {
      in_work[lane] -= 1;
    };
    whenArrived(request, take);
    // Open pages wait on, and nothing is done for them meanwhile.
    if (kind === 'page') {
      whenWorkEnds(response, () => {
        if (took_ms !== -1 && !is_over) free();
        is_over = true;
      });
    }
    response.once('close', () => {
      if (is_over) return;
      is_over = true;
      if (took_ms === -1) return;
      // Where the body was not read to its end, no work had begun.
      if (!response.writableEnded && request.readableEnded) return abandon(response, free);
      free();
      if (kind === 'create' && response.statusCode === CREATED) {
        controller.created(clock() - took_ms, turn === taken);
      }
    });
  };

  return {
    inWork,
    limit: () => controller.limit(),
    guard: (handler) => (request, response) => {
      const kind = kindOf(request.method ?? '', request.url ?? '');
      if (kind === 'platform') return handler(request, response);
      const { lane, share } = PLACES[kind];
      if (in_work[lane] >= controller.limit() * share) {
        controller.full();
        shed(kind);
        noteShed();
        return answerShed(request, response);
      }
      follow(request, response, lane, kind);
      return handler(request, response);
    },
  };
}
