// The real routes of the payment page over trades that a test holds in its hand.
import Fastify, { type FastifyInstance } from 'fastify';
import type { PageView } from '../../../server/domain/page/page-view.ts';
import { type Refusal, refuse } from '../../../server/domain/service/refusal.ts';
import type { UtrUncertain } from '../../../server/domain/values/utr-in-text.ts';
import type { PageActs } from '../../../server/http/customer/page-acts.ts';
import { registerPageRoutes } from '../../../server/http/customer/page-routes.ts';
import {
  createLiveStreams,
  type LiveStreams,
  STREAM_LIMITS,
  type StreamLimits,
} from '../../../server/http/transport/live-streams.ts';
import { NOTHING, PAYIN } from '../../pages/payment/page-views.ts';

const SAID_PAID = { ...PAYIN.evidence, said_paid_at: PAYIN.now };

const CLAIMED = { state: 'verifying', can: NOTHING } as const;

/** Several numbers in what was entered, among which the payer chooses. */
function numbersIn(text: string): UtrUncertain | null {
  const candidates = text.match(/\b\d{12}\b/g) ?? [];
  return candidates.length > 1 ? { kind: 'unsure', candidates } : null;
}

export class Outage extends Error {}

export type PageServer = {
  server: FastifyInstance;
  /** By token; a function may throw, as a database that is away does. */
  views: Map<string, PageView | (() => PageView)>;
  /** What the forms asked for, in order. */
  asked: string[];
  /** By the name of the file. */
  logos: Map<string, { content_type: string; bytes: Uint8Array }>;
  streams: LiveStreams;
  /** Tells the streams of a page that its trade has changed. */
  announce(token: string): void;
  /** What the next form gets; null: it succeeds. */
  refusal: { next: Refusal | null };
};

export type PageServerOptions = { requests_per_second?: number; streams?: Partial<StreamLimits> };

export function pageServer(public_url: string, options: PageServerOptions = {}): PageServer {
  const server = Fastify({ forceCloseConnections: true });
  const views: PageServer['views'] = new Map();
  const asked: string[] = [];
  const logos: PageServer['logos'] = new Map();
  const watchers = new Map<string, Set<() => void>>();
  const announce = (token: string) => {
    for (const changed of watchers.get(token) ?? []) changed();
  };
  const streams = createLiveStreams({ ...STREAM_LIMITS, ...options.streams });
  const refusal: PageServer['refusal'] = { next: null };
  // The clock is that of the facts which were shown last.
  let now = PAYIN.now;
  const shown = (view: PageView): PageView => {
    now = view.now;
    return view;
  };
  const open = (token: string): Promise<PageView | Refusal> => {
    const found = views.get(token);
    if (found === undefined) return Promise.resolve(refuse('not_found', 'There is none.'));
    return Promise.resolve().then(() => shown(typeof found === 'function' ? found() : found));
  };
  const act = async (token: string, what: string, change: Partial<PageView>) => {
    asked.push(what);
    const view = await open(token);
    if ('refused' in view) return view;
    if (refusal.next !== null) return refusal.next;
    const changed = { ...view, ...change, sequence: view.sequence + 1 };
    views.set(token, changed);
    announce(token);
    return changed;
  };
  const watch = async (token: string, changed: () => void) => {
    const view = await open(token);
    if ('refused' in view) return view;
    const own = watchers.get(token) ?? new Set();
    watchers.set(token, own.add(changed));
    const moment = () => {
      const current = views.get(token);
      return typeof current === 'object' ? shown(current) : view;
    };
    return { moment, end: () => void own.delete(changed) };
  };
  const acts: PageActs = {
    public_url,
    open,
    attachUtr: (token, utr) => {
      const unsure = numbersIn(utr);
      if (unsure === null) return act(token, `utr ${utr}`, { ...CLAIMED, utr });
      asked.push(`utr ${utr}`);
      return Promise.resolve(unsure);
    },
    sayPaid: (token) => act(token, 'paid', { evidence: SAID_PAID }),
    receiptRefused: (token) => open(token).then((view) => ('refused' in view ? view : null)),
    addReceipt: (token, bytes) => act(token, `receipt of ${bytes.length} bytes`, {}),
    cancel: (token) => act(token, 'cancel', { state: 'canceled', can: NOTHING }),
    openDispute: (token, words) =>
      act(token, `dispute ${words}`, { state: 'disputed', can: NOTHING }),
    sendMessage: (token, words) => act(token, `message ${words}`, {}),
    assign: (token) => act(token, 'assign', { state: 'pending', can: NOTHING }),
    play: null,
    watch,
    now: () => now,
    logo: (name) => Promise.resolve(logos.get(name) ?? null),
    isOutage: (error) => error instanceof Outage,
  };
  const { requests_per_second = 0 } = options;
  registerPageRoutes(server, acts, { streams, requests_per_second });
  return { server, views, asked, refusal, logos, streams, announce };
}
