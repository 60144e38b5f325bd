// What people upload that is no statement, or is of a format that is named and not read.

export const NO_STATEMENTS: readonly (readonly [shape: string, text: string])[] = [
  [
    'QIF',
    '!Type:Bank\nD15/03/2026\nT500.00\nPCustomer One\n^\nD16/03/2026\nT-200.00\nPElectric\n^\n',
  ],
  [
    'BAI2',
    '01,122099999,123456789,260318,0200,1,80,1,2/\n02,031001234,122099999,1,260318,2359,USD,2/\n03,0123456789,USD,010,100000,,/\n16,165,50000,Z,,,ORDER 1/\n49,150000,3/\n98,150000,1,5/\n99,150000,1,7/\n',
  ],
  ['CODA', `0000018032672505        ${' '.repeat(100)}\n1${' '.repeat(120)}\n`],
  [
    'a list of payees without days or amounts',
    'Name,Account\nCustomer One,DE02120300000000202051\n',
  ],
  [
    'a web page',
    '<!doctype html><html><body><table><tr><td>500.00</td></tr></table></body></html>',
  ],
  ['JSON of an API', '[{"date":"2026-03-15","amount":500.00}]'],
  ['a PDF', '%PDF-1.7\n1 0 obj\n'],
  [
    'an order to the bank (pain.001)',
    '<?xml version="1.0"?><Document><CstmrCdtTrfInitn></CstmrCdtTrfInitn></Document>',
  ],
];
