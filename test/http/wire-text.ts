// An exchange as text for golden files: what differs from run to run has a name instead.
import type { Answer } from './service-scene.ts';

const SHOWN_HEADERS = ['content-type', 'idempotent-replayed', 'retry-after', 'allow'];

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/** The same id has the same name within one scene, so that who is who can be followed. */
export function createNames(): (text: string) => string {
  const ids = new Map<string, string>();
  const nameOf = (id: string) => {
    const name = ids.get(id) ?? `<id ${ids.size + 1}>`;
    ids.set(id, name);
    return name;
  };
  return (text) =>
    text
      .replace(/"request_id": "[^"]*"/g, '"request_id": "<request id>"')
      .replace(UUID, nameOf)
      .replace(MOMENT, '<time>')
      .replace(/\/pay\/[A-Za-z0-9_-]{64}/g, '/pay/<page key>');
}

export function exchangeText(request: string, body: object | null, answer: Answer): string {
  const headers = SHOWN_HEADERS.filter((name) => name in answer.headers).map(
    (name) => `${name}: ${String(answer.headers[name])}`,
  );
  const sent = body === null ? [] : [JSON.stringify(body, null, 2)];
  const got = JSON.stringify(answer.body, null, 2);
  return [request, ...sent, '', String(answer.status), ...headers, got, ''].join('\n');
}
