// Account numbers of the sandbox's simulated bank: valid in form, and from ranges without real
// accounts if there are such.

const digitsOf = (seed: Uint8Array, count: number) =>
  [...seed.slice(0, count)].map((byte) => byte % 10).join('');

/** The check digit that makes a number pass the Luhn test (ISO/IEC 7812-1). */
function luhnDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * The check digits of an IBAN (ISO 13616): 98 minus the number with country and 00 at its end, mod
 * 97.
 */
function ibanCheck(country: string, body: string): string {
  const numeric = [...`${body}${country}00`]
    .map((letter) => Number.parseInt(letter, 36).toString())
    .join('');
  return (98n - (BigInt(numeric) % 97n)).toString().padStart(2, '0');
}

/** 9999 99 is an issuer range that no card scheme has assigned. */
function card(seed: Uint8Array): string {
  const digits = `999999${digitsOf(seed, 9)}`;
  return `${digits}${luhnDigit(digits)}`;
}

/** German, with a bank code that is not in use. */
function iban(seed: Uint8Array): string {
  const body = `99999999${digitsOf(seed, 10)}`;
  return `DE${ibanCheck('DE', body)}${body}`;
}

const NUMBERS: Readonly<Record<string, (seed: Uint8Array) => string>> = {
  card,
  account: (seed) => `99${digitsOf(seed, 10)}`,
  iban,
  upi: (seed) => `simulated.${digitsOf(seed, 6)}@sandbox`,
  // +999 is not assigned to any country (ITU-T E.164).
  phone: (seed) => `+999${digitsOf(seed, 8)}`,
};

export function simulatedNumber(type: string, seed: Uint8Array): string {
  const make = NUMBERS[type];
  if (make === undefined) throw new Error(`The simulated bank knows no type ${type}`);
  return make(seed);
}
