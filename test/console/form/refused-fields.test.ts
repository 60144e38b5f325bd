// What the service refuses is found again in the form: by its path, with the item that is meant.
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldError } from '../../../console/api/schema.gen.ts';
import { placesOf, wrongFields } from '../../../console/parts/form/refused-fields.ts';

const refused = (field: string, message: string): FieldError => ({
  field,
  code: 'format',
  message,
});

const pathsOf = (errors: readonly FieldError[], body: unknown = {}) =>
  wrongFields(errors, body).map(({ path, message }) => [path, message]);

describe('a refused field', () => {
  it('is called as the form calls it, however deep it stands', () => {
    deepEqual(
      pathsOf([
        refused('name', 'is required'),
        refused('rates[0].rate', 'must be at most 9'),
        refused('settings.reserve_days', 'must be from 0 to 366'),
      ]),
      [
        ['name', 'Is required'],
        ['rates.rate', 'Must be at most 9'],
        ['settings.reserve_days', 'Must be from 0 to 366'],
      ],
    );
  });

  it('names the item of a list that is meant', () => {
    const body = { allowed_ips: ['203.0.113.7', 'here'] };
    deepEqual(pathsOf([refused('allowed_ips[1]', 'must be an address')], body), [
      ['allowed_ips', 'here: must be an address'],
    ]);
    deepEqual(pathsOf([refused('allowed_ips[7]', 'must be an address')], body), [
      ['allowed_ips', 'Must be an address'],
    ]);
  });

  it('keeps every error of the same field', () => {
    const body = { types: ['a', 'b'] };
    deepEqual(pathsOf([refused('types[0]', 'is none'), refused('types[1]', 'is none')], body), [
      ['types', 'a: is none b: is none'],
    ]);
  });

  it('stands beside itself, or else beside what it is a part of', () => {
    deepEqual(placesOf('bands.sum.from'), ['bands.sum.from', 'bands.sum', 'bands']);
    deepEqual(placesOf('name'), ['name']);
  });
});
