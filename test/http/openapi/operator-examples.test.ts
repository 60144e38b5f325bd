// The examples of the operators' API document are real: each request is sent to a running service,
// and its answer validates against its schema and is the example.
import { deepEqual } from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createOpenidProvider } from '../../../server/app/provider/openid-provider.ts';
import { operatorExamples } from '../../../server/http/openapi/examples.ts';
import { closeAll } from '../../support/cleanup.ts';
import { setToNoon } from '../../support/noon.ts';
import {
  openTestProvider,
  PROVIDER_CLIENT_ID,
  PROVIDER_CLIENT_SECRET,
} from '../../support/openid/test-provider.ts';
import {
  AUTHORIZATION,
  type OperatorService,
  openOperatorService,
} from '../operator/operator-service.ts';
import { readDocument, wrongExamples } from './documented.ts';
import { createTour } from './example-recorder.ts';
import { tourBank } from './operator/bank-tour.ts';
import { openCells, tourCells } from './operator/cells-tour.ts';
import { tourMerchants } from './operator/merchants-tour.ts';
import { tourPayouts } from './operator/payouts-tour.ts';
import { tourPeople, tourRefusals } from './operator/people-tour.ts';
import { tourProposals } from './operator/proposals-tour.ts';
import { ACCEPTED, tourService } from './operator/service-tour.ts';
import { tourFirstFactors, tourSessions } from './operator/sessions-tour.ts';
import { openStage } from './operator/stage.ts';
import { operatorExampleText } from './operator/stand-ins.ts';
import { closeLate, tourTrades } from './operator/trades-tour.ts';

const FILE = fileURLToPath(
  new URL('../../../server/http/openapi/operator-examples.json', import.meta.url),
);
const asItIs = { serializers: [(text: unknown) => String(text)] };
const REDIRECT = 'http://pay.test/console/openid';

const document = await readDocument('operator');
const { operations, places, judge } = document;

/** The operations that set a cookie. */
const with_cookie = new Set<string>();

const tourOf = ({ url: base }: OperatorService) =>
  createTour({ base, headers: { authorization: AUTHORIZATION } }, places, (name, reply) => {
    if ('set-cookie' in reply.headers) with_cookie.add(name);
    judge(name, reply);
  });

describe('the examples of the operators’ API', () => {
  const closes: (() => unknown)[] = [];
  after(() => closeAll(closes));

  async function openService(options: Parameters<typeof openOperatorService>[0]) {
    const service = await openOperatorService(options);
    closes.push(() => service.stop());
    setToNoon(service.app);
    service.app.outlet.open(() => Promise.resolve(ACCEPTED));
    return service;
  }

  async function openProvider() {
    const provider = await openTestProvider([REDIRECT]);
    closes.push(() => provider.stop());
    const client = { client_id: PROVIDER_CLIENT_ID, client_secret: PROVIDER_CLIENT_SECRET };
    const terms = { issuer: provider.issuer, ...client, name: 'Corp ID', ca: null };
    return { provider, openid: createOpenidProvider(terms) };
  }

  it('are what a running service answers', async (t) => {
    const { provider, openid } = await openProvider();
    const service = await openService({ openid });
    const tour = tourOf(service);
    const stage = await openStage(service, tour);
    await tourMerchants(stage);
    await tourBank(stage);
    const decided = await tourTrades(stage);
    await tourPayouts(stage);
    await tourPeople(stage);
    await tourSessions(stage, provider);
    await tourService(stage);
    await tourProposals(stage, (name) => '202' in (operations.get(name)?.responses ?? {}));
    const live = await openService({ mode: 'live' });
    const first = tourOf(live);
    await tourFirstFactors(live, first);
    await closeLate(stage, decided);
    const cells = tourOf(await openCells((stop) => closes.push(stop)));
    await tourCells(cells);
    const errors = await tourRefusals(stage);
    const all = { ...first.operations, ...tour.operations, ...cells.operations };
    const named = Object.keys(all).toSorted();
    const recorded = Object.fromEntries(named.map((name) => [name, all[name]]));
    const text = operatorExampleText({ operations: recorded, errors, events: {} });
    t.assert.fileSnapshot(text, FILE, asItIs);
    const told = [...operations].filter(([, { responses }]) =>
      Object.values(responses).some(({ headers }) => 'Set-Cookie' in headers),
    );
    deepEqual([...with_cookie].toSorted(), told.map(([name]) => name).toSorted());
  });

  it('are there for every operation', () => {
    const recorded = operatorExamples().operations;
    deepEqual(Object.keys(recorded).toSorted(), [...operations.keys()].toSorted());
  });

  it('are whole: of every answer, body and address, and they validate', () => {
    deepEqual(wrongExamples(document), []);
  });
});
