// Arguments of several parts, such as `payin/upi=1.5`: a wrong one is refused with a message that
// names the part, and nothing is asked.
import { equal, match } from 'node:assert/strict';
import { test } from 'node:test';
import { runCli } from '../test-terminal.ts';

/** Nothing listens there. */
const ENV = { PAYMENT_ORDERS_URL: 'http://127.0.0.1:9', OPERATOR_TOKEN: 'token' };

const ROW =
  /must be DIRECTION\[\/TYPE\[\/CURRENCY\]\]=PERCENT, like payin=1\.5 or payin\/upi\/INR=0\.9/;
const PLACE = /must be MERCHANT\/PAYOUT, as in payouts queue, like 01890a5d-.*\/01890a5d-/;

const WRONG_PARTS = [
  ['tariffs set M x', ROW],
  ['tariffs set M payin', ROW],
  ['tariffs set M payin/upi/INR/x=1', ROW],
  ['tariffs set M payins=1', /The direction must be payin or payout, as in payin=1\.5\./],
  ['tariffs set M payin=abc', /The percent must be a number from 0 to 100 with at most 4 decimals/],
  ['tariffs set M payin=', /The percent must be a number from 0 to 100 .*, as in payin=1\.5\./],
  ['payouts take x', PLACE],
  ['payouts release M/P/X', PLACE],
  ['payouts reject M/', PLACE],
  ['payouts reject M/P=1', PLACE],
  ['payouts complete M/P', /must be MERCHANT\/PAYOUT=UTR, .*like 01890a5d-.*=412345678901/],
  ['payouts complete M/P=', /must be MERCHANT\/PAYOUT=UTR/],
  ['payouts attempts x', PLACE],
  ['payouts batches take B x', PLACE],
  ['payouts batches create x --receiving-account-id A', PLACE],
] as const;

for (const [line, message] of WRONG_PARTS) {
  test(`${line}: the message names the wrong part, the rule and an example`, async () => {
    const { code, err } = await runCli(line.split(' '), { env: ENV });
    // 3 if anything had been asked.
    equal(code, 2, err);
    match(err, message);
  });
}
