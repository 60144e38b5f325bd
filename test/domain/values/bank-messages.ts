// Messages of banks and apps about a transfer, each with the UTR in it.

export type Message = [bank: string, type: string, text: string, utr: string];

/** Worded as banks and apps do; names, numbers and amounts are made up. */
export const INDIAN: readonly Message[] = [
  [
    'HDFC, UPI',
    'upi',
    'Sent Rs.500.00\nFrom HDFC Bank A/C *1234\nTo Demo Shop\nOn 21/11/26\nRef 412345678901\nNot You?\nCall 18002586161/SMS BLOCK UPI to 7308080808',
    '412345678901',
  ],
  [
    'SBI, UPI',
    'upi',
    'Dear UPI user A/C X1234 debited by 500.0 on date 21Nov26 trf to DEMO SHOP Refno 412345678901. If not u? call 1800111109. -SBI',
    '412345678901',
  ],
  [
    'ICICI, UPI',
    'upi',
    'ICICI Bank Acct XX123 debited for Rs 500.00 on 21-Nov-26; DEMO SHOP credited. UPI:412345678901. Call 18002662 for dispute. SMS BLOCK 123 to 9215676766.',
    '412345678901',
  ],
  [
    'Axis, UPI',
    'upi',
    'INR 500.00 debited\nA/c no. XX1234\n21-11-26, 10:15:22\nUPI/P2M/412345678901/DEMO SHOP\nNot you? SMS BLOCKUPI Cust ID to 919951860002\nAxis Bank',
    '412345678901',
  ],
  [
    'Kotak, UPI',
    'upi',
    'Sent Rs.500.00 from Kotak Bank AC X1234 to shop@examplebank on 21-11-26.UPI Ref 412345678901. Not you, https://example.com/KBANKT/412345678999',
    '412345678901',
  ],
  [
    'PNB, UPI, nothing between its sentences',
    'upi',
    'A/c XX1234 debited INR 500.00 Dt 21-11-26 10:15:22 thru UPI:412345678901.Bal INR 1234.56 Not u?Fwd this SMS to 9264092640 to block UPI.Download PNB ONE-PNB',
    '412345678901',
  ],
  [
    'an app that shares a screen as text',
    'upi',
    '₹500 Paid to DEMO SHOP\nUPI transaction ID\n412345678901\nTo: DEMO SHOP\nFrom: ASHA (Example Bank) asha9876543210@examplebank\nGoogle transaction ID\nCICAgKDc1234567',
    '412345678901',
  ],
  [
    'an app with an id of its own beside the UTR',
    'account',
    'Transaction ID T2611211015228812345678, UTR: 412345678901 Debited from XXXXXX1234',
    '412345678901',
  ],
  [
    'an app with its order beside it',
    'account',
    'Paid Successfully to Demo Shop ₹500 UPI Ref No: 412345678901 Order ID: PYTM2026112110151234',
    '412345678901',
  ],
  [
    'IMPS to an account',
    'account',
    'Dear Customer, your a/c no. XXXXXXXX1234 is debited for Rs.500.00 on 21-11-26 and a/c 91XXXXXX4321 credited (IMPS Ref no 632512345678).',
    '632512345678',
  ],
  [
    'IMPS in a line of a statement',
    'account',
    'MMT/IMPS/632512345678/Rent/ASHA VERMA/Example Bank',
    '632512345678',
  ],
  [
    'NEFT, sixteen characters',
    'account',
    'HDFC Bank: Rs 25,000.00 debited from a/c **1234 on 21-11-26 for NEFT transaction via HDFC Bank. UTR: N325261234567890.',
    'N325261234567890',
  ],
  [
    'NEFT without any word for it',
    'account',
    'NEFT*HDFC0001234*N325261234567890*DEMO SHOP',
    'N325261234567890',
  ],
  [
    'NEFT, an e-mail',
    'account',
    'Dear Customer,\n\nYour NEFT txn with UTR No.HDFCN52026112112345678 for Rs 25,000.00 has been credited to the beneficiary account XXXXX4321 on 21-11-2026 at 10:15:22.\n\nWarm regards, care@example.com, 1800-111-109',
    'HDFCN52026112112345678',
  ],
  [
    'RTGS with both accounts in full',
    'account',
    'Dear Customer, RTGS of Rs. 2,50,000.00 from A/c XX1234 to A/c 50100123456789 IFSC HDFC0001234 is successful. UTR SBINR52026112112345678.',
    'SBINR52026112112345678',
  ],
  [
    'Hindi',
    'upi',
    'प्रिय ग्राहक, आपके खाते XX1234 से ₹500.00 डेबिट हुए। यूपीआई संदर्भ संख्या 412345678901। शिकायत के लिए 1800111109 पर कॉल करें।',
    '412345678901',
  ],
];

export const EUROPEAN: readonly Message[] = [
  [
    'German, SEPA',
    'iban',
    'Ihre Überweisung über 500,00 EUR an Demo Shop GmbH, IBAN DE89 3704 0044 0532 0130 00, wurde am 21.11.2026 um 10:15 Uhr ausgeführt. Referenz: 2026112112345678',
    '2026112112345678',
  ],
  [
    'German, with the payer’s own account and mandate',
    'iban',
    'Konto: DE02 1203 0000 0000 2020 51\nKundennummer 1234567890\nMandatsreferenz: M-2026-004711\nTransaktions-ID: FT26325ABCD1234\nBetrag: 1.500,00 €',
    'FT26325ABCD1234',
  ],
  [
    'French',
    'iban',
    'Virement de 500,00 EUR vers Demo Shop FR76 3000 6000 0112 3456 7890 189 effectué le 21/11/2026. Référence : VIR2026112100012345',
    'VIR2026112100012345',
  ],
  [
    'Spanish',
    'iban',
    'Transferencia realizada. Importe 500,00 €. Cuenta ES91 2100 0418 4502 0005 1332. Referencia: ES2026112100001234',
    'ES2026112100001234',
  ],
  [
    'Italian',
    'iban',
    'Bonifico SEPA eseguito il 21/11/2026. CRO: 12345678901 Causale 7ZK2M0QX4B Importo 500,00 EUR',
    '12345678901',
  ],
  [
    'British, with sort code, account and our reference',
    'account',
    'You paid £500.00 to Demo Shop, sort code 20-00-00, account 12345678. Reference 7ZK2M0QX4B. Payment ID: 12AB34CD56EF',
    '12AB34CD56EF',
  ],
  [
    'an app whose ids are UUIDs',
    'iban',
    'Sent €500.00 to Demo Shop\nTransaction ID 6543f2a1-1234-4bcd-8e12-001122334455\nFee €0.00\n21 Nov 2026, 10:15',
    '6543F2A112344BCD8E12001122334455',
  ],
  [
    'Polish',
    'iban',
    'Przelew wykonany 2026-11-21. Kwota 500,00 PLN. Rachunek PL61 1090 1014 0000 0712 1981 2874. Numer referencyjny: C262112345678901',
    'C262112345678901',
  ],
  [
    'Russian',
    'iban',
    'Перевод выполнен 21.11.2026. Сумма 500,00 EUR. Счёт 40817810099910004312. Номер операции: 2026112112345678',
    '2026112112345678',
  ],
];
