// Refuses requests beyond the service's capacity before any work is done for them, so that those it
// accepts are answered fast.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Log } from '../../app/process/log-words.ts';
import { whenWorkEnds } from '../transport/long-answers.ts';
import { type RequestKind, requestKindOf } from '../transport/request-kind.ts';
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
  /** Called for each request that is refused. */
  shed: (kind: RequestKind) => void;
  /** Monotonic milliseconds. */
  clock?: () => number;
};

export type Admission = {
  /** Wraps a handler: lets in as many requests at once as can be answered in time. */
  guard(handler: RequestListener): RequestListener;
  inWork(): number;
  limit(): number;
};

type Lane = 'merchants' | 'people';

/**
 * Places (requests in work at once) are counted in two lanes, one for merchants and one for people,
 * so that neither can use up the other's. Within a lane, the requests that should be refused last
 * have a larger share: reads before creates, because a create can be repeated without harm, and
 * operators before payment pages, which anybody may request.
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
/** The first answers are slow because the code is not compiled yet, not because of the load. */
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

/** Logs the first refusal, then at most one line a second with the number of refusals. */
function createShedLog(log: AdmissionLog, facts: () => ShedFacts) {
  let refused = 0;
  let timer: NodeJS.Timeout | null = null;
  const tell = () => {
    timer = null;
    if (refused === 0) return;
    log.warn({ refused, ...facts() }, 'overloaded: refusing requests');
    refused = 0;
    timer = setTimeout(tell, WARN_EVERY_MS).unref();
  };
  return () => {
    refused += 1;
    if (timer === null) tell();
  };
}

/**
 * A client that disconnects does not stop the work for it: the work keeps its place until its
 * answer is written. Otherwise impatient clients would fill the queues with abandoned work.
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

/**
 * Until the body has arrived the client is working, not the service: slow senders hold no place.
 */
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

  /** Holds a place from the end of the request to the end of its work. */
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
      // If no request is in work now, and none is taken until the end, it had the service to
      // itself.
      turn = inWork() === 0 ? taken : 0;
      in_work[lane] += 1;
    };
    const free = () => {
      in_work[lane] -= 1;
    };
    whenArrived(request, take);
    // Streams and requests that wait for an event stay open, but need no work meanwhile.
    if (kind !== 'create') {
      whenWorkEnds(response, () => {
        if (took_ms !== -1 && !is_over) free();
        is_over = true;
      });
    }
    response.once('close', () => {
      if (is_over) return;
      is_over = true;
      if (took_ms === -1) return;
      // If the body was not read to its end, no work had begun.
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
      const kind = requestKindOf(request.method ?? '', request.url ?? '');
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
