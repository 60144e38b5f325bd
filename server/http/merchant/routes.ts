// The merchant API below /api/v1: one file per noun, behind one authentication.
import type { FastifyInstance } from 'fastify';
import type { App } from '../../app/process/app.ts';
import { authenticateMerchants } from './authenticate.ts';
import { registerBalance } from './balance.ts';
import { registerDeposits } from './deposits.ts';
import { registerDisputeFiles } from './dispute-files.ts';
import { registerDisputes } from './disputes.ts';
import { registerEndpoints } from './endpoints.ts';
import { registerEvents } from './events.ts';
import { registerOrders } from './orders.ts';
import { registerProofKeys, registerProofs } from './proofs.ts';
import { registerPublished } from './published.ts';
import { registerRefunds } from './refunds.ts';
import { failAsScripted, registerSandbox } from './sandbox.ts';
import { registerSettlements } from './settlements.ts';
import { registerWithdrawals } from './withdrawals.ts';

const PREFIX = { prefix: '/api/v1' };

export function registerMerchantRoutes(server: FastifyInstance, app: App): void {
  server.register((scope, _options, done) => {
    authenticateMerchants(scope, app);
    failAsScripted(scope, app);
    registerDeposits(scope, app);
    registerWithdrawals(scope, app);
    registerRefunds(scope, app);
    registerOrders(scope, app);
    registerBalance(scope, app);
    registerSettlements(scope, app);
    registerDisputes(scope, app);
    registerDisputeFiles(scope, app);
    registerEndpoints(scope, app);
    registerEvents(scope, app);
    registerProofs(scope, app);
    registerSandbox(scope, app);
    done();
  }, PREFIX);
  server.register((scope, _options, done) => {
    registerPublished(scope, app);
    registerProofKeys(scope, app);
    done();
  }, PREFIX);
}
