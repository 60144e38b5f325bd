// On a copy of the database that nobody has adopted, only requests that read are answered: whatever
// would change something is refused as during an outage, so that clients repeat it later.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app/process/app.ts';
import type { Settings } from '../../app/process/settings-cache.ts';
import type { Copy } from '../../domain/service/installation.ts';
import { refuse } from '../../domain/service/refusal.ts';
import { sendRefusal } from '../error/reply.ts';
import { createShedPages, SHED_PAGE_HEADERS } from './shed-page.ts';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Addresses, with all below them, that are answered whatever the method, and why. */
export const OPEN_ON_COPIES: Readonly<Record<string, string>> = {
  '/api/v1/orders/search': 'reads',
  '/operator/v1/session': 'whoever adopts the copy signs in',
  '/operator/v1/service/adopt': 'ends this state',
};

export const isOpenOnCopies = (url: string): boolean =>
  Object.keys(OPEN_ON_COPIES).some((open) => url === open || url.startsWith(`${open}/`));

const RETRY_AFTER_S = 30;

function refusalOf({ text }: Copy) {
  return refuse(
    'unavailable',
    `${text} Nothing is changed before an owner has adopted it: payment-orders adopt.`,
    { retry_after_s: RETRY_AFTER_S },
  );
}

export function refuseOnCopies(server: FastifyInstance, app: App): void {
  const pages = createShedPages(app.public_url);
  const answer = (copy: Copy, request: FastifyRequest, reply: FastifyReply) => {
    const page = pages(request.raw);
    if (page === null) return sendRefusal(reply, refusalOf(copy));
    return reply.status(503).headers(SHED_PAGE_HEADERS).send(page);
  };
  const enter = (
    { copy }: Settings,
    request: FastifyRequest,
    reply: FastifyReply,
    done: () => void,
  ) => {
    // The route is looked at last, because Fastify makes its options anew for each look.
    const url = copy === null ? undefined : request.routeOptions.url;
    if (copy === null || url === undefined || isOpenOnCopies(url)) return done();
    answer(copy, request, reply);
  };
  server.addHook('onRequest', (request, reply, done) => {
    if (READS.has(request.method)) return done();
    // Usually cached: an order that had to wait here for a promise cost more.
    const settings = app.settings.fresh();
    if (settings !== null) return enter(settings, request, reply, done);
    // An unknown address is answered without the database.
    if (request.routeOptions.url === undefined) return done();
    app.settings.current().then((read) => enter(read, request, reply, done), done);
  });
}
