// Connects the payment page to the service's use cases.
import type { FastifyInstance } from 'fastify';
import { findLogo } from '../../app/merchant/logos.ts';
import { openPage, pageClock } from '../../app/page/open-page.ts';
import { pageAssign, pageAttachUtr, pageCancel } from '../../app/page/page-acts.ts';
import { pageOpenDispute, pageSendMessage } from '../../app/page/page-dispute.ts';
import { pageAddReceipt, pageSayPaid, receiptRefused } from '../../app/page/page-evidence.ts';
import { watchPage } from '../../app/page/watch-page.ts';
import type { App } from '../../app/process/app.ts';
import { isOutage } from '../../app/process/outage.ts';
import { payOnPage, playOnPage } from '../../app/sandbox/play-page.ts';
import type { PageActs } from './page-acts.ts';
import { type PageOptions, registerPageRoutes } from './page-routes.ts';

const panelOf = (app: App): PageActs['play'] => ({
  act: (token, act) => playOnPage(app, token, act),
  payAmount: (token, typed) => payOnPage(app, token, typed),
});

export function registerCustomerRoutes(
  server: FastifyInstance,
  app: App,
  options: PageOptions,
): void {
  const acts: PageActs = {
    public_url: app.public_url,
    open: (token) => openPage(app, token),
    attachUtr: (token, utr) => pageAttachUtr(app, token, utr),
    sayPaid: (token) => pageSayPaid(app, token),
    receiptRefused: (token) => receiptRefused(app, token),
    addReceipt: (token, bytes) => pageAddReceipt(app, token, bytes),
    cancel: (token) => pageCancel(app, token),
    openDispute: (token, words) => pageOpenDispute(app, token, words),
    sendMessage: (token, words) => pageSendMessage(app, token, words),
    assign: (token) => pageAssign(app, token),
    play: app.mode === 'sandbox' ? panelOf(app) : null,
    watch: (token, changed) => watchPage(app, token, changed),
    now: () => pageClock(app),
    logo: (name) => findLogo(app, name),
    isOutage,
  };
  registerPageRoutes(server, acts, options);
}
