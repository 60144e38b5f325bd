// The rules that many fields share, as words that follow a field's name, each with an example.

export const UUID_RULE = 'must be a UUID like 01890a5d-ac96-774b-bcce-b302099a8057';
export const CURRENCY_RULE = 'must be an ISO 4217 currency code in upper case like INR';
export const MOMENT_RULE = 'must be an ISO 8601 time with zone like 2026-03-01T00:00:00Z';
export const NETWORK_RULE = 'must be an address or network like 203.0.113.7 or 203.0.113.0/24';
export const WEB_ADDRESS_RULE = 'must be a complete URL like https://shop.example/paid';

/** Of any field that is sent as "": forms often send what nobody filled in. */
export const EMPTY_RULE =
  'must not be empty: give a value, or leave the field out if it is optional';
