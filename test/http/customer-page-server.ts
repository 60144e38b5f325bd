// The real routes of the payment page over trades that a test holds in its hand.
import Fastify, { type FastifyInstance } from 'fastify';
import type { PageView } from '../../server/domain/page-view.ts';
import { type Refusal, refuse } from '../../server/domain/refusal.ts';
import { registerPageRoutes } from '../../server/http/customer/page-routes.ts';

export class Outage extends Error {}

export type PageServer = {
  server: FastifyInstance;
  /** By token; a function may throw, as a database that is away does. */
  views: Map<string, PageView | (() => PageView)>;
  /** What the forms asked for, in order. */
  asked: string[];
  /** What the next form gets; null: it succeeds. */
  refusal: { next: Refusal | null };
};

export function pageServer(public_url: string): PageServer {
  const server = Fastify({ forceCloseConnections: true });
  const views: PageServer['views'] = new Map();
  const asked: string[] = [];
  const refusal: PageServer['refusal'] = { next: null };
  const open = (token: string): Promise<PageView | Refusal> => {
    const found = views.get(token);
    if (found === undefined) return Promise.resolve(refuse('not_found', 'There is none.'));
    return Promise.resolve().then(() => (typeof found === 'function' ? found() : found));
  };
  const act = async (token: string, what: string, change: Partial<PageView>) => {
    asked.push(what);
    const view = await open(token);
    if ('refused' in view) return view;
    if (refusal.next !== null) return refusal.next;
    const changed = { ...view, ...change, sequence: view.sequence + 1 };
    views.set(token, changed);
    return changed;
  };
  const nothing = { attach_utr: false, cancel: false, assign: false };
  registerPageRoutes(server, {
    public_url,
    open,
    attachUtr: (token, utr) => act(token, `utr ${utr}`, { state: 'verifying', utr, can: nothing }),
    cancel: (token) => act(token, 'cancel', { state: 'canceled', can: nothing }),
    assign: (token) => act(token, 'assign', { state: 'pending', can: nothing }),
    isOutage: (error) => error instanceof Outage,
  });
  return { server, views, asked, refusal };
}
