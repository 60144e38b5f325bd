import { deepEqual, equal, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { iso, tradeBody, type ViewOptions } from '../../../server/app/request/views.ts';
import { accountWith } from '../../support/model/domain-commands.ts';
import { tradeInState } from '../../support/model/domain-states.ts';
import { fc } from '../../support/property.ts';

const { trade } = tradeInState('payin', 'pending');

const page_url = ({ trade_id }: { trade_id: string }) => `http://pay.test/pay/${trade_id}`;

function shownWith(fields: Partial<typeof trade>, options: Partial<ViewOptions> = {}) {
  const defaults = { page_url, accounts: new Map(), masked: false };
  return tradeBody({ ...trade, ...fields }, { ...defaults, ...options });
}

describe('the wire view of a trade', () => {
  it('writes times as Date does, from one day to the next and back', () => {
    const whole = fc.integer({ min: -62_167_219_200_000, max: 300_000_000_000_000 });
    fc.assert(
      fc.property(whole, fc.integer({ min: -100_000_000, max: 100_000_000 }), (at, later) => {
        for (const each of [at, at + later, at]) equal(iso(each), new Date(each).toISOString());
      }),
    );
    throws(() => iso(Number.NaN), RangeError);
  });

  it('shows the account of the settings in force, whole or masked', () => {
    const receiving_account_id = trade.receiving_account_id ?? '';
    const shown = (number: string, masked: boolean) => {
      const account = accountWith({ receiving_account_id, type: 'card', number, bank_name: null });
      const accounts = new Map([[receiving_account_id, account]]);
      return shownWith({}, { accounts, masked }).payment_data.number;
    };
    const numbers = [
      shown('4111111111111111', false),
      shown('4111111111111111', true),
      shown('5555555555554444', false),
    ];
    deepEqual(numbers, ['4111 1111 1111 1111', '411111******1111', '5555 5555 5555 4444']);
  });
});
