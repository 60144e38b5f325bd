// Settings acts that erase: the data of a payer, of one order or of all. The job of the tables'
// owner carries them out.
import {
  type CustomerErasureAsked,
  decideCustomerErasure,
} from '../../domain/erasure/erase-customer.ts';
import { decideErasure, type ErasureAsked } from '../../domain/erasure/erase-payer.ts';
import { insertCustomerErasure } from '../../store/erasure/customer-erasures.ts';
import { readCustomerFacts } from '../../store/erasure/customer-facts.ts';
import { insertErasure, readErasureFacts } from '../../store/erasure/erasures.ts';
import { actOfTwo, NOTHING_MORE } from './settings-act.ts';

export const ERASURE_ACTS = {
  erase_customer: actOfTwo({
    action: 'customer_erased',
    locks: [],
    gate: 'erasure',
    version: null,
    // The job asks the same again of each order.
    lock: async ({ tx, cipher, now }, asked: CustomerErasureAsked) =>
      (await readCustomerFacts({ db: tx, cipher }, asked, now))?.facts ?? null,
    decide: decideCustomerErasure,
    // Somebody else may have asked for it in this very moment.
    save: async ({ tx, now }, { saved }) =>
      (await insertCustomerErasure(tx, saved, now)) ? NOTHING_MORE : null,
  }),
  erase_payer: actOfTwo({
    action: 'payer_erased',
    locks: [],
    gate: 'erasure',
    version: null,
    // The job asks the same again under its locks.
    lock: ({ tx, now }, asked: ErasureAsked) => readErasureFacts(tx, asked, now),
    decide: decideErasure,
    save: async ({ tx, now }, { saved }) => {
      await insertErasure(tx, saved, now);
      return NOTHING_MORE;
    },
  }),
};
