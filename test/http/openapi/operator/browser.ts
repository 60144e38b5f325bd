// A page of the console in the operators' tour: its cookie and its token against other sites,
// request by request.
import type { Sent, Tour } from '../example-recorder.ts';
import type { Json } from './stage.ts';

const HERE = { 'sec-fetch-site': 'same-origin' };

export function openBrowser(tour: Tour) {
  const jar = new Map<string, string>();
  let csrf = '';
  return {
    async step(name: string, sent: Sent, status = 200): Promise<Json> {
      const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
      const headers = { ...HERE, ...(cookie === '' ? {} : { cookie }), 'x-csrf-token': csrf };
      const reply = await tour.keep(name, { ...sent, headers, is_bare: true }, status);
      for (const one of reply.cookies) {
        const [name_of = '', value = ''] = one.split(';')[0]?.split('=') ?? [];
        if (value === '') jar.delete(name_of);
        else jar.set(name_of, value);
      }
      const body = Object(reply.body);
      if (typeof body.csrf_token === 'string') csrf = body.csrf_token;
      return body;
    },
    forget: () => jar.clear(),
  };
}

export type Browser = ReturnType<typeof openBrowser>;
