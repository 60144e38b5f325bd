// Text for bank files: the characters that every bank accepts, and XML elements.

/**
 * Letters that Unicode decomposition does not reduce to plain ones, and signs with a usual
 * substitute.
 */
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

/** The Latin character set of SWIFT and SEPA. */
const OTHERS = /[^A-Za-z0-9/\-?:().,'+ ]/gu;
const HAS_CONTENT = /[A-Za-z0-9]/;

/**
 * The text in the Latin character set, from its first letter or digit (otherwise a spreadsheet
 * might read it as a formula); null if nothing remains. A character without a substitute becomes a
 * dot.
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

/** An element with text; omitted if the text is null. */
export const leaf = (name: string, text: string | null): string =>
  text === null ? '' : `<${name}>${escapeXml(text)}</${name}>`;

/** An element with child elements, in the order that the schema requires. */
export const node = (name: string, ...children: readonly string[]): string =>
  `<${name}>${children.join('')}</${name}>`;

/** Minor units as a decimal number with the decimals of the currency. */
export function decimalAmount(amount_cents: bigint, exponent: number): string {
  const digits = amount_cents.toString().padStart(exponent + 1, '0');
  if (exponent === 0) return digits;
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
