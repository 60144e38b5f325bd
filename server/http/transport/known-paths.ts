// Answers for paths and methods without a route: 404, or 405 with the methods that the path has.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { refuse } from '../../domain/service/refusal.ts';
import { sendRefusal } from '../error/reply.ts';

type KnownPath = { fits: (path: readonly string[]) => boolean; methods: Set<string> };

/** Matches part by part: `:name` is any part that is not empty, `*` is all that follow. */
function pathTest(url: string): KnownPath['fits'] {
  const parts = url.split('/');
  const open_from = parts.indexOf('*');
  const fixed = open_from === -1 ? parts : parts.slice(0, open_from);
  return (path) => {
    const is_long_enough =
      open_from === -1 ? path.length === parts.length : path.length >= parts.length;
    const fits = (part: string, at: number) =>
      part.startsWith(':') ? path[at] !== '' : path[at] === part;
    return is_long_enough && fixed.every(fits);
  };
}

const NOT_FOUND = refuse('not_found', 'There is nothing here.');

/** Call it before the routes are registered, so that it sees them. */
export function answerUnknownPaths(server: FastifyInstance): void {
  const known = new Map<string, KnownPath>();
  server.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const path = known.get(url) ?? { fits: pathTest(url), methods: new Set<string>() };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  server.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.url.split('?')[0] ?? '').split('/');
    const fitting = [...known.values()].filter(({ fits }) => fits(path));
    const methods = new Set(fitting.flatMap((one) => [...one.methods]));
    if (methods.size === 0 || methods.has(request.method)) return sendRefusal(reply, NOT_FOUND);
    const allow = [...methods, 'OPTIONS'].sort().join(', ');
    reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.status(204).send();
    return sendRefusal(reply, refuse('method_not_allowed', `This address only supports ${allow}.`));
  });
}
