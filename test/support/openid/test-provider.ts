// A real OpenID provider over real HTTP: whom it signs in is set by the test, and it can be made to
// lie, to change its keys, and to be away.
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const PROVIDER_CLIENT_ID = 'payment-orders';
export const PROVIDER_CLIENT_SECRET = 'a-client-secret-for-tests-0123456789';

export type Claims = Record<string, unknown>;

export type TestProvider = {
  issuer: string;
  /** Who is signed in at the provider; null: the person stops there. */
  subject: string | null;
  /** Changes the claims of the next tokens, which are signed again with the provider's key. */
  lie: ((claims: Claims) => Claims) | null;
  /** Answers in place of the provider. */
  instead: RequestListener | null;
  /** Paths that were asked for. */
  asked: string[];
  changeKeys(): void;
  stop(): Promise<void>;
};

const newKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: randomUUID(),
  alg: 'RS256',
  use: 'sig',
});
type Key = ReturnType<typeof newKey>;

function signed(token: string, key: Key, change: (claims: Claims) => Claims): string {
  const [head = '', payload = ''] = token.split('.');
  const claims = change(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims);
  const data = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const by = createPrivateKey({ key, format: 'jwk' });
  return `${data}.${sign('RSA-SHA256', Buffer.from(data), by).toString('base64url')}`;
}

function makeProvider(state: TestProvider, redirect_uris: readonly string[], key: Key) {
  const provider = new Provider(state.issuer, {
    clients: [
      { client_id: PROVIDER_CLIENT_ID, client_secret: PROVIDER_CLIENT_SECRET, redirect_uris },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a-key-for-cookies'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email: 'ada@example.com', email_verified: true }),
    }),
    interactions: { url: () => '/interaction' },
    async loadExistingGrant(context: { oidc: { session: { accountId: string } } }) {
      const { accountId } = context.oidc.session;
      const grant = new provider.Grant({ accountId, clientId: PROVIDER_CLIENT_ID });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    const { body } = context;
    if (context.path !== '/token' || state.lie === null) return;
    if (typeof body !== 'object' || body === null || !('id_token' in body)) return;
    context.body = { ...body, id_token: signed(String(body.id_token), key, state.lie) };
  });
  return provider;
}

/** `redirect_uris` may be told once the service listens. */
export async function openTestProvider(redirect_uris: readonly string[]): Promise<TestProvider> {
  let provider: Provider | null = null;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', state.issuer);
    state.asked.push(pathname);
    if (state.instead !== null) return state.instead(request, response);
    if (provider === null) throw new Error('There is no provider yet');
    if (pathname !== '/interaction') return provider.callback()(request, response);
    const { subject } = state;
    const result =
      subject === null ? { error: 'access_denied' } : { login: { accountId: subject } };
    provider.interactionFinished(request, response, result).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
    return undefined;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const state: TestProvider = {
    issuer: `http://localhost:${port}`,
    subject: null,
    lie: null,
    instead: null,
    asked: [],
    changeKeys() {
      provider = makeProvider(state, redirect_uris, newKey());
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  state.changeKeys();
  return state;
}

/** As a browser that has no session there: from the address of the service to the way back. */
export async function visitProvider(url: string): Promise<string> {
  const jar = new Map<string, string>();
  let at = new URL(url);
  const { host } = at;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${answer.status}: ${await answer.text()}`);
    at = new URL(location, at);
    if (at.host !== host) return at.search.slice(1);
  }
  throw new Error('The provider leads nowhere');
}
