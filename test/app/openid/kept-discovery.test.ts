// What a provider says of itself is kept for some minutes, and asked for again when somebody asks
// how it is.
import { deepEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import * as library from 'openid-client';
import { createDiscovery } from '../../../server/app/provider/discover-provider.ts';

test('an endpoint that has moved is found when it is asked for anew', async (context) => {
  let [place, asked] = ['/old', 0];
  const server = createServer((_request, response) => {
    asked += 1;
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    response.setHeader('content-type', 'application/json');
    const said = {
      issuer,
      authorization_endpoint: `${issuer}${place}`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    };
    response.end(JSON.stringify(said));
  }).listen(0, '127.0.0.1');
  context.after(() => server.close());
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { issuer, client_id: 'us', client_secret: null, name: 'Corp', ca: null };
  const discover = createDiscovery(options);
  const placeNow = async (how?: 'anew') => {
    const { authorization_endpoint = '' } = (await discover(library, how)).serverMetadata();
    return new URL(authorization_endpoint).pathname;
  };
  deepEqual([await placeNow(), asked], ['/old', 1]);
  place = '/new';
  deepEqual([await placeNow(), asked], ['/old', 1]);
  deepEqual([await placeNow('anew'), asked], ['/new', 2]);
  deepEqual([await placeNow(), asked], ['/new', 2]);
});
