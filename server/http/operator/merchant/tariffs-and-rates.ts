// Routes of the operator API: merchants' tariffs and the exchange rates.
import { Type } from 'typebox';
import {
  getTariffs,
  listRates,
  putRates,
  putTariffs,
  type RateBody,
  type TariffBody,
} from '../../../app/merchant/tariffs.ts';
import { DIRECTIONS } from '../../../domain/record/trade.ts';
import {
  list,
  moment,
  optional,
  request,
  shape,
  text,
  textOrNull,
  words,
} from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const TARIFF = {
  direction: words(DIRECTIONS),
  type: textOrNull('A payment type; null: any'),
  currency: textOrNull('ISO 4217 code; null: any'),
  percent: Type.Number({ description: '0 to 100, at most 4 decimals: 1.5 = 1.5 %' }),
};

const Tariffs = shape<{ tariffs: TariffBody[] }>('Tariffs', {
  tariffs: list(shape<TariffBody>('Tariff', TARIFF), {
    description: 'The most specific row applies',
  }),
});

const RATE = {
  trade_currency: text('ISO 4217 code'),
  balance_currency: text('ISO 4217 code'),
  rate: Type.Number({
    description: 'Trade currency per one unit of the balance currency, at most 8 decimals',
  }),
};

const Rates = shape<{ rates: RateBody[] }>('Rates', {
  rates: list(
    shape<RateBody>('Rate', {
      ...RATE,
      source: text('The source of the rate'),
      rate_at: moment('When it was set'),
    }),
  ),
});

const tag = 'Tariffs and rates';

export const TARIFF_AND_RATE_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'PUT',
    url: '/merchants/:id/tariffs',
    operation_id: 'putTariffs',
    approval: { acts: ['tariff'] },
    right: 'tariffs.change',
    tag,
    summary: 'Replace all tariffs of a merchant',
    description: 'Applies to trades created from now on.',
    body: request('PutTariffs', {
      tariffs: list(
        request('NewTariff', {
          direction: TARIFF.direction,
          type: optional(TARIFF.type),
          currency: optional(TARIFF.currency),
          percent: TARIFF.percent,
        }),
      ),
    }),
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
    answer: Tariffs,
    handle: ({ app, params }) => getTariffs(app, params.id),
  }),
  route({
    method: 'PUT',
    url: '/rates',
    operation_id: 'putRates',
    approval: { acts: ['rate'] },
    right: 'rates.change',
    tag,
    summary: 'Set exchange rates; other pairs stay unchanged',
    description: 'Applies to trades created from now on.',
    body: request('PutRates', {
      rates: list(
        request('NewRate', { ...RATE, source: optional(text('`operator` where absent')) }),
      ),
    }),
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
    answer: Rates,
    handle: ({ app }) => listRates(app),
  }),
];
