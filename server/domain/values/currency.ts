// The active ISO 4217 currencies and the decimals of their minor units. Written by hand: Intl's
// digits follow usage (CLDR) and differ for 16 of them (PKR, IQD …). Codes without minor units
// (XAU, XDR, XTS, XXX …) are not money here and are left out.

const CODES_BY_EXPONENT: readonly (readonly [number, string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
     CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP
     GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT
     LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN
     NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB
     SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS
     UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  CODES_BY_EXPONENT.flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, exponent]),
  ),
);

/** Every code, in alphabetical order. */
export const CURRENCIES: readonly string[] = [...EXPONENTS.keys()].sort();

/** The decimals of the minor unit; undefined if it is not a currency (codes are upper case). */
export function currencyExponent(code: string): number | undefined {
  return EXPONENTS.get(code);
}

export function isCurrency(code: string): boolean {
  return EXPONENTS.has(code);
}
