// Answers for paths and methods without a route: 404, or 405 with the methods that the path has.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { sendRefusal } from '../error/reply.ts';
import { nearPath } from './near-path.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For routes that fit an address which is none of theirs. */
    answerUnknownPath(
      request: FastifyRequest,
      reply: FastifyReply,
      otherwise: Refusal,
    ): FastifyReply;
  }
}

type KnownPath = {
  url: string;
  fits: (path: readonly string[]) => boolean;
  methods: Set<string>;
};

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

/** The addresses that a slip may have meant. */
const API = /^\/(?:api|operator)\/v1\//;

/** It depends on the address only, so it tells nothing about what is stored. */
function unknownPath(
  { method }: FastifyRequest,
  path: string,
  known: readonly KnownPath[],
  public_url: string,
): Refusal {
  const urls = known.map(({ url }) => url).filter((url) => API.test(url));
  const near = nearPath(path, urls);
  const of_near = known.find(({ url }) => url === near);
  if (near === null || of_near === undefined) {
    return refuse('not_found', `There is nothing here: ${public_url}/docs/api has all addresses.`);
  }
  const meant = of_near.methods.has(method) ? method : [...of_near.methods][0];
  const shown = near.replace(/:(\w+)/g, '{$1}');
  return refuse('not_found', `There is nothing here: did you mean ${meant} ${shown}?`);
}

/** An address without `:name` is meant before one that fits anything. */
function fittingOf(known: readonly KnownPath[], path: string): readonly KnownPath[] {
  const parts = path.split('/');
  const fitting = known.filter(({ fits }) => fits(parts));
  const exact = fitting.filter(({ url }) => !/[:*]/.test(url));
  return exact.length > 0 ? exact : fitting;
}

/** Call it before the routes are registered, so that it sees them. */
export function answerUnknownPaths(server: FastifyInstance): void {
  const known = new Map<string, KnownPath>();
  server.addHook('onRoute', ({ url, method }: RouteOptions) => {
    const path = known.get(url) ?? { url, fits: pathTest(url), methods: new Set<string>() };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  const answer = (request: FastifyRequest, reply: FastifyReply, otherwise: Refusal | null) => {
    const path = request.url.split('?')[0] ?? '';
    const all = [...known.values()];
    const methods = new Set(fittingOf(all, path).flatMap((one) => [...one.methods]));
    if (methods.size === 0 || methods.has(request.method)) {
      const { public_url } = reply.server;
      return sendRefusal(reply, otherwise ?? unknownPath(request, path, all, public_url));
    }
    const allow = [...methods, 'OPTIONS'].sort().join(', ');
    reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.status(204).send();
    return sendRefusal(reply, refuse('method_not_allowed', `This address only supports ${allow}.`));
  };
  server.decorate('answerUnknownPath', answer);
  server.setNotFoundHandler((request, reply) => answer(request, reply, null));
}
