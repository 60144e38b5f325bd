// Serves one of the routes of docs/guide/frameworks.md, beside a route of the shop that takes JSON,
// and prints the port.
import { once } from 'node:events';
import { argv, stdout } from 'node:process';

const ADDRESS = { port: 0, host: '127.0.0.1' };

const SERVERS = {
  express(app) {
    app.post('/orders', (request, response) => response.json(request.body));
    return app.listen(ADDRESS.port, ADDRESS.host);
  },
  async fastify(app) {
    app.post('/orders', async (request) => request.body);
    await app.listen(ADDRESS);
    return app.server;
  },
  async nest(app) {
    await app.listen(ADDRESS.port, ADDRESS.host);
    return app.getHttpServer();
  },
  async hono(app) {
    const { serve } = await import('@hono/node-server');
    app.post('/orders', async ({ req, json }) => json(await req.json()));
    return serve({ fetch: app.fetch, port: ADDRESS.port, hostname: ADDRESS.host });
  },
};

const [, , framework, file] = argv;
const { app } = await import(file);
const server = await SERVERS[framework](app);
if (!server.listening) await once(server, 'listening');
stdout.write(`${server.address().port}\n`);
