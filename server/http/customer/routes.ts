// The payment page, with the service's own use cases behind it.
import type { FastifyInstance } from 'fastify';
import type { App } from '../../app/app.ts';
import { openPage } from '../../app/open-page.ts';
import { isOutage } from '../../app/outage.ts';
import { pageAssign, pageAttachUtr, pageCancel } from '../../app/page-acts.ts';
import { registerPageRoutes } from './page-routes.ts';

export function registerCustomerRoutes(server: FastifyInstance, app: App): void {
  registerPageRoutes(server, {
    public_url: app.public_url,
    open: (token) => openPage(app, token),
    attachUtr: (token, utr) => pageAttachUtr(app, token, utr),
    cancel: (token) => pageCancel(app, token),
    assign: (token) => pageAssign(app, token),
    isOutage,
  });
}
