// The texts of the search over everything.

export const SEARCH_TEXTS = {
  label: 'Search everything',
  hint: 'Id, order, UTR, customer, amount, name',
  title: 'Search',
  ask: 'Type or paste anything you have: an id, an order, a UTR, a customer, an amount, an account number, a merchant’s name, words from a bank line, or a bank’s whole message with the UTR in it.',
  found_as: 'found as',
  nothing: (q: string) => `Nothing was found for “${q}”.`,
  nothing_hint:
    'Words find whole words only. Amounts are found with their decimals, as in 1499.00. Check whether a character is missing.',
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
    amount: 'amount',
    merchant_name: 'name',
    words: 'words of the bank line',
  },
  settlement: (number: number) => `Settlement ${number}`,
} as const;
