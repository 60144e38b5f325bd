// The way to the OpenID provider and back: the page that was asked for is kept meanwhile.
import { call } from '../../api/client.ts';

const KEPT = 'openid-return';

/** Nothing but a page of the console, whatever stands in the tab's storage. */
const PAGE = /^\/console(?:\/[^/\\]|\?|$)/;
const ENTRANCES = /^\/console\/(?:openid|link|enter|enrol)\b/;

/** `link`: an invitation that is accepted with the account there. */
export async function toProvider(link?: string): Promise<void> {
  const { url } = await call('startOpenid', { body: link === undefined ? {} : { link } });
  const { pathname, search } = window.location;
  window.sessionStorage.setItem(KEPT, pathname + search);
  window.location.assign(url);
}

export async function toConnect(idempotency_key: string): Promise<void> {
  const { url } = await call('startConnectingOpenid', { idempotency_key });
  window.location.assign(url);
}

export function backFromProvider(): void {
  const kept = window.sessionStorage.getItem(KEPT) ?? '';
  window.sessionStorage.removeItem(KEPT);
  const is_page = PAGE.test(kept) && !ENTRANCES.test(kept);
  window.location.assign(is_page ? kept : '/console');
}
