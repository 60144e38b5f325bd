// Authenticates a merchant's request: by token before its body is read, by signature right after.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  authenticateSignature,
  authenticateToken,
  authenticateTokenIn,
  checkXSignature,
} from '../../app/access/authenticate-merchant.ts';
import { createApiTokenUses } from '../../app/operator-token/note-token-use.ts';
import type { App } from '../../app/process/app.ts';
import { type Caller, requireScope } from '../../app/request/caller.ts';
import { xTokenStringToSign } from '../../domain/callback/signature.ts';
import type { Scope } from '../../domain/service/api-token.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { createTokenLimit } from '../error/rate-limit.ts';
import { sendRefusal } from '../error/reply.ts';
import { traceOf } from '../transport/request-trace.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the request is authenticated. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** Any one of these scopes opens the route; a route without one is not served. */
    scopes?: readonly Scope[];
    /** As how many requests it counts; default: 1. */
    weight?: number;
  }
}

/** The caller of an authenticated route; without one the hooks have refused the request. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('The route was reached without a caller');
  return request.caller;
}

/** A header sent twice is wrong, and so is one that joins two values. */
function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function textMembers(value: unknown): [name: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).filter(
    (member): member is [string, string] => typeof member[1] === 'string',
  );
}

/** Requests without a body sign the merchant and the trade in their address. */
function signedParams(request: FastifyRequest): [name: string, text: string][] {
  const in_path = textMembers(request.params);
  if (in_path.length > 0) return in_path;
  return textMembers(request.query).filter(([name]) => name === 'merchant_id');
}

/** From the body, otherwise from the address, where the path of a trade calls it `merchant`. */
function merchantOf(request: FastifyRequest, params: readonly (readonly [string, string])[]) {
  const is_post = request.method === 'POST';
  const members = is_post ? textMembers(request.body) : params;
  return members.find(([name]) => name === 'merchant_id' || (!is_post && name === 'merchant'))?.[1];
}

type Described = { url?: string | undefined; config?: { scopes?: readonly Scope[] } | undefined };

/** Throws for a route that says no scope. */
function scopesOf({ url, config }: Described): readonly Scope[] {
  const scopes = config?.scopes ?? [];
  if (scopes.length === 0) throw new Error(`The route ${url ?? ''} says no scope that it needs`);
  return scopes;
}

const tokenLimitOf = ({ rate_limit_per_second, settings, requests_elsewhere }: App) =>
  createTokenLimit({
    per_second: rate_limit_per_second,
    ownLimitOf: (token_id) => settings.fresh()?.rate_limits.get(token_id) ?? null,
    elsewhere: requests_elsewhere,
  });

/** Throws for a route without a scope, so that a new one cannot be forgotten. */
function prepare(scope: FastifyInstance): void {
  scope.decorateRequest('caller', null);
  scope.addHook('onRoute', (route) => {
    scopesOf(route);
  });
}

/** Every route of the scope then requires a merchant's token. */
export function authenticateMerchants(scope: FastifyInstance, app: App): void {
  const limitToken = tokenLimitOf(app);
  const noteUse = createApiTokenUses(app);

  const accept = (request: FastifyRequest, reply: FastifyReply, caller: Caller) => {
    noteUse(caller.token);
    const trace_context = traceOf(request);
    request.caller = trace_context === null ? caller : { ...caller, trace_context };
    const route = request.routeOptions;
    const limited = limitToken(reply, caller.token, route.config.weight ?? 1);
    return limited ?? requireScope(caller, scopesOf(route));
  };

  const readSignature = async (request: FastifyRequest): Promise<Caller | Refusal> => {
    const { method, raw_body, ip: address } = request;
    const path_params = signedParams(request);
    return await authenticateSignature(app, {
      x_token: headerOf(request, 'x-token'),
      address,
      merchant_id: merchantOf(request, path_params),
      string_to_sign: xTokenStringToSign({ method, raw_body, path_params }),
    });
  };

  prepare(scope);
  type Found = Caller | Refusal | 'signature';

  const enter = (request: FastifyRequest, reply: FastifyReply, found: Found, done: () => void) => {
    if (found === 'signature') return done();
    const refused = isRefusal(found) ? found : accept(request, reply, found);
    if (refused === null) return done();
    sendRefusal(reply, refused);
  };

  scope.addHook('onRequest', (request, reply, done) => {
    const asked = { x_token: headerOf(request, 'x-token'), address: request.ip };
    // Usually cached, and then nothing has to be awaited.
    const settings = app.settings.fresh();
    if (settings !== null) {
      return enter(request, reply, authenticateTokenIn(settings, asked, app.settings.now()), done);
    }
    authenticateToken(app, asked).then((found) => enter(request, reply, found, done), done);
  });

  const checkSignatures = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Refusal | null> => {
    if (request.caller === null) {
      const caller = await readSignature(request);
      const refused = isRefusal(caller) ? caller : accept(request, reply, caller);
      if (refused !== null) return refused;
    }
    const caller = callerOf(request);
    const header = headerOf(request, 'x-signature');
    if (header === undefined && !caller.token.require_signature) return null;
    const { method, raw_body, url: path } = request;
    return await checkXSignature(app, caller, { header, method, path, raw_body });
  };

  scope.addHook('preValidation', (request, reply, done) => {
    const { caller } = request;
    const is_unsigned = request.headers['x-signature'] === undefined;
    if (caller !== null && is_unsigned && !caller.token.require_signature) return done();
    checkSignatures(request, reply).then((refused) => {
      if (refused === null) done();
      else sendRefusal(reply, refused);
    }, done);
  });
}
