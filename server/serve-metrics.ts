// A separate port for `/metrics`.
import { type Listener, listen } from './http/transport/listener.ts';
import type { Rendered } from './programs/metrics.ts';
import type { Config } from './settings/config.ts';

export async function serveMetrics(
  config: Config,
  port: number,
  render: () => Promise<Rendered>,
): Promise<Listener> {
  const listener = await listen(config.host, port, config.public_url);
  listener.serve(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    const { content_type, body } = await render();
    return response.writeHead(200, { 'content-type': content_type }).end(body);
  });
  return listener;
}
