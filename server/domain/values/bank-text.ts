// Text for banks: the characters that every bank's systems take, and XML without surprises.

/** Letters that decomposing does not take to plain ones, and signs with a usual stand-in. */
const STAND_INS: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Ø: 'O',
  ø: 'o',
  Đ: 'D',
  đ: 'd',
  Ł: 'L',
  ł: 'l',
  Þ: 'TH',
  þ: 'th',
  Œ: 'OE',
  œ: 'oe',
  ı: 'i',
  '&': '+',
  _: '-',
  '"': "'",
  '’': "'",
};

/** What SWIFT and SEPA call the Latin character set. */
const OTHERS = /[^A-Za-z0-9/\-?:().,'+ ]/gu;
const HAS_CONTENT = /[A-Za-z0-9]/;

/**
 * The text in the Latin character set, from its first letter or digit on (so that no spreadsheet
 * takes it for a formula); null where nothing of it is left. What has no stand-in becomes a dot.
 */
export function latinText(text: string, max: number): string | null {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßÆæØøĐđŁłÞþŒœı&_"’]/gu, (letter) => STAND_INS[letter] ?? letter)
    .replace(OTHERS, '.')
    .replace(/\/{2,}/g, '/')
    .replace(/ {2,}/g, ' ')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, max)
    .trim();
  return HAS_CONTENT.test(plain) ? plain : null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** An element with text; what is null is left out. */
export const leaf = (name: string, text: string | null): string =>
  text === null ? '' : `<${name}>${escapeXml(text)}</${name}>`;

/** An element with elements in it, in the order that the schema asks for. */
export const node = (name: string, ...children: readonly string[]): string =>
  `<${name}>${children.join('')}</${name}>`;

/** Minor units as the decimal number that the currency is written with. */
export function decimalAmount(amount_cents: bigint, exponent: number): string {
  const digits = amount_cents.toString().padStart(exponent + 1, '0');
  if (exponent === 0) return digits;
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
