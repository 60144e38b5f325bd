// Routes of the operator API: merchants' tariffs and the exchange rates.

import {
  getTariffs,
  listRates,
  putRates,
  putTariffs,
  type RateBody,
  type TariffBody,
  type TariffsBody,
} from '../../../app/merchant/tariffs.ts';
import {
  PUT_RATES,
  PUT_TARIFFS,
  RATE_TOLD,
  TARIFF_TOLD,
} from '../../../domain/merchant/price-requests.ts';
import { schemasOf, strictBodyOf } from '../../schema/request-schema.ts';
import { list, moment, settingVersionText, shape, text } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const Tariffs = shape<TariffsBody>('Tariffs', {
  tariffs: list(shape<TariffBody>('Tariff', schemasOf(TARIFF_TOLD)), {
    description: 'The most specific row applies',
  }),
  version: settingVersionText(),
});

const Rates = shape<{ rates: RateBody[] }>('Rates', {
  rates: list(
    shape<RateBody>('Rate', {
      ...schemasOf(RATE_TOLD),
      source: text('The source of the rate'),
      rate_at: moment('When it was set'),
      version: settingVersionText(),
    }),
    { description: 'Sorted by the trade currency, then by the balance currency' },
  ),
});

const tag = 'Tariffs and rates';

export const TARIFF_AND_RATE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'PUT',
    url: '/merchants/:id/tariffs',
    operation_id: 'putTariffs',
    takes_version: true,
    approval: { acts: ['tariff'] },
    right: 'tariffs.change',
    tag,
    summary: 'Replace all tariffs of a merchant',
    description: 'Applies to trades created from now on.',
    body: strictBodyOf(PUT_TARIFFS),
    answer: Tariffs,
    handle: ({ app, operator, params, fields }) => putTariffs(app, operator, params.id, fields),
  }),
  route({
    method: 'GET',
    url: '/merchants/:id/tariffs',
    operation_id: 'getTariffs',
    right: 'settings.read',
    tag,
    summary: 'Get a merchant’s tariffs',
    description:
      'A merchant without tariffs has an empty list. Trades keep the percentage with which they ' +
      'were created.',
    answer: Tariffs,
    handle: ({ app, params }) => getTariffs(app, params.id),
  }),
  route({
    method: 'PUT',
    url: '/rates',
    operation_id: 'putRates',
    takes_version: true,
    approval: { acts: ['rate'] },
    right: 'rates.change',
    tag,
    summary: 'Set exchange rates; other pairs stay unchanged',
    description: 'Applies to trades created from now on.',
    body: strictBodyOf(PUT_RATES),
    answer: Rates,
    handle: ({ app, operator, fields }) => putRates(app, operator, fields),
  }),
  route({
    method: 'GET',
    url: '/rates',
    operation_id: 'listRates',
    right: 'settings.read',
    tag,
    summary: 'List the exchange rates',
    description:
      'Sorted by the trade currency, then by the balance currency. A trade keeps the rate with ' +
      'which it was created.',
    answer: Rates,
    handle: ({ app }) => listRates(app),
  }),
];
