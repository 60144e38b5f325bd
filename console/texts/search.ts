// The texts of the search over everything.

export const SEARCH_TEXTS = {
  title: 'Search',
  ask: 'Type or paste anything you have: an id, an order, a UTR, a customer, an amount, an account number or its last four to six digits, a name, an e-mail address, words from a bank line, or a bank’s whole message with the UTR in it.',
  found_as: 'found as',
  nothing: (q: string) => `Nothing was found for “${q}”.`,
  nothing_hint:
    'Words and names are found as whole words, numbers by their last four to six digits. Check whether a character is missing.',
  more: 'There are more than these. Use the filters of the list.',
  not_complete: 'Some bank lines cannot be found by their words yet. Try again in a moment.',
  move: 'Next and previous result',
  groups: {
    trades: 'Trades',
    lines: 'Bank lines',
    settlements: 'Settlements',
    merchants: 'Merchants',
    receiving_accounts: 'Receiving accounts',
  },
  readings: {
    id: 'id',
    reference: 'payment reference',
    utr: 'UTR',
    order_id: 'order',
    client_id: 'customer',
    end_to_end_id: 'payment id',
    settlement_number: 'settlement number',
    account_number: 'account number',
    number_ending: 'the number ends with it',
    utr_ending: 'the UTR ends with it',
    contact: 'e-mail or telephone number',
    amount: 'amount',
    merchant_name: 'name',
    payee_name: 'the payee’s name',
    counterparty_name: 'the name in the bank line',
    words: 'words of the bank line',
  },
  settlement: (number: number) => `Settlement ${number}`,
} as const;
