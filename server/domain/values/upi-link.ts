// The link that opens a UPI app with everything filled in: payee, amount and our reference.

/** Longer names only make the code denser; the payee is found by the address. */
const NAME_MAX_BYTES = 60;

export type UpiPayment = {
  address: string;
  name: string | null;
  /** Digits and one point, two decimals: UPI carries rupees only. */
  amount: string;
  reference: string | null;
};

/** NPCI's linking format. The note (`tn`) is what comes back in the bank's line. */
export function upiLink({ address, name, amount, reference }: UpiPayment): string {
  const fields = [
    ['pa', address],
    ['pn', name === null ? '' : shortened(name)],
    ['am', amount],
    ['cu', 'INR'],
    ['tn', reference ?? ''],
  ] as const;
  const given = fields.filter(([, value]) => value !== '');
  return `upi://pay?${given.map(([key, value]) => `${key}=${encoded(value)}`).join('&')}`;
}

/** Apps want the @ of an address as it is, though a URL may have it encoded. */
const encoded = (value: string): string => encodeURIComponent(value).replaceAll('%40', '@');

/** Whole characters, as many as fit when they are encoded. */
function shortened(name: string): string {
  let kept = '';
  for (const character of name.toWellFormed()) {
    if (encoded(kept + character).length > NAME_MAX_BYTES) break;
    kept += character;
  }
  return kept.trim();
}
