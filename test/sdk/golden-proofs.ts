// The documents of a service that tests check: two days of one merchant, and both days as a whole.
import { readFileSync } from 'node:fs';
import type { OwnProof, ProofEntry, WholeProof } from '../../sdk/proof/proof-document.ts';

function golden<Value>(name: string): Value {
  const file = new URL(`../golden/proof/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

export const own = () => golden<OwnProof>('own-second');
export const own_before = () => golden<OwnProof>('own-first');
export const whole = () => golden<WholeProof>('whole-second');
export const whole_before = () => golden<WholeProof>('whole-first');
export const entries = () => golden<ProofEntry[]>('entries');
export const KEY = own().public_key;
