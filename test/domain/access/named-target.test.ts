// What something is about, by its name: paths of records that have one, and nothing else.
import { deepEqual, equal } from 'node:assert/strict';
import { it } from 'node:test';
import {
  NAMED_TARGETS,
  readTarget,
  targetName,
} from '../../../server/domain/access/named-target.ts';

const ID = '0190a5d0-ac96-774b-bcce-b302099a8057';
const FACTS = { label: '4471', merchant_name: 'Asha Traders', account_name: 'HDFC ··0001' };
const NOTHING = { label: null, merchant_name: null, account_name: null };

it('a path is read if all that follows its word are ids', () => {
  deepEqual(readTarget(`trades/${ID}/${ID}`)?.ids, [ID, ID]);
  deepEqual(readTarget(`merchants/${ID}`)?.kind, 'merchants');
  for (const other of [
    'rates',
    'trades',
    `people/${ID}`,
    `merchants/${ID}/tariffs`,
    'trades/1/2',
  ]) {
    equal(readTarget(other), null, other);
  }
  equal(readTarget(`trades/${[ID, ID, ID].join('/')}`), null);
});

it('each kind has a name in words, and none if nothing is known of it', () => {
  const names = NAMED_TARGETS.map((kind) => targetName(kind, FACTS));
  deepEqual(names, [
    'order 4471 of Asha Traders',
    'dispute about order 4471 of Asha Traders',
    'settlement 4471 of Asha Traders',
    'bank line at HDFC ··0001',
    'bank line at HDFC ··0001',
    'statement at HDFC ··0001',
    '4471 of Asha Traders',
    'Asha Traders',
    'HDFC ··0001',
  ]);
  for (const kind of NAMED_TARGETS) equal(targetName(kind, NOTHING), null, kind);
});

it('an act of a proposal is told in words, without a merchant if it has none', () => {
  equal(targetName('approvals', { ...NOTHING, label: 'line_rule' }), 'line rule');
});
