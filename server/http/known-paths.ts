// What lies at no route: 404, or the methods that a path does take.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { refuse } from '../domain/refusal.ts';
import { sendRefusal } from './reply.ts';

type KnownPath = { pattern: RegExp; methods: Set<string> };

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  const pattern = escaped.replace(/:[A-Za-z_]+/g, '[^/]+').replaceAll('*', '.*');
  return new RegExp(`^${pattern}$`);
}

const NOT_FOUND = refuse('not_found', 'There is nothing here.');

/** Registered before the routes, so that it learns of each. */
export function answerUnknownPaths(server: FastifyInstance): void {
  const known = new Map<string, KnownPath>();
  server.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const path = known.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  server.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const fitting = [...known.values()].filter(({ pattern }) => pattern.test(path));
    const methods = new Set(fitting.flatMap((one) => [...one.methods]));
    if (methods.size === 0 || methods.has(request.method)) return sendRefusal(reply, NOT_FOUND);
    const allow = [...methods, 'OPTIONS'].sort().join(', ');
    reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.status(204).send();
    return sendRefusal(reply, refuse('method_not_allowed', `This address takes ${allow} only.`));
  });
}
