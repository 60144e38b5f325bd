// Routes of the operator API: the currencies that new orders may have.

import {
  type CurrenciesBody,
  getCurrencies,
  putCurrencies,
} from '../../../app/merchant/currencies.ts';
import { PUT_CURRENCIES } from '../../../domain/merchant/price-requests.ts';
import { strictBodyOf } from '../../schema/request-schema.ts';
import { flag, list, settingVersionText, shape, text } from '../../schema/shapes.ts';
import { type OperatorRoute, route } from '../route/route.ts';

const CurrenciesSchema = shape<CurrenciesBody>('Currencies', {
  currencies: list(text('ISO 4217 code'), {
    description: 'The currencies that new orders may have, sorted by code',
  }),
  is_default: flag('The default: nobody has set them'),
  version: settingVersionText(),
});

const tag = 'Tariffs and rates';

export const CURRENCY_ROUTES: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/currencies',
    operation_id: 'getCurrencies',
    right: 'settings.read',
    tag,
    summary: 'Get the currencies that new orders may have',
    description:
      'Sorted by code. `is_default` is true if nobody has set a list: then a sandbox allows all, ' +
      'a live service those of its enabled receiving accounts.',
    answer: CurrenciesSchema,
    handle: ({ app }) => getCurrencies(app),
  }),
  route({
    method: 'PUT',
    url: '/currencies',
    operation_id: 'putCurrencies',
    takes_version: true,
    right: 'rates.change',
    tag,
    summary: 'Set the currencies that new orders may have',
    description:
      'They apply to orders created from now on; open orders and refunds are not affected. By ' +
      'default a sandbox allows all, a live service those of its enabled receiving accounts.',
    body: strictBodyOf(PUT_CURRENCIES),
    answer: CurrenciesSchema,
    handle: ({ app, operator, fields }) => putCurrencies(app, operator, fields),
  }),
];
