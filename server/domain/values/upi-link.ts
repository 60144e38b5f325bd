// The link that opens a UPI app with payee, amount and our reference filled in.

/** Longer names only make the QR code denser; the payee is found by the address. */
const NAME_MAX_BYTES = 60;

export type UpiPayment = {
  address: string;
  name: string | null;
  /** Digits with a point and two decimals: UPI only carries rupees. */
  amount: string;
  reference: string | null;
};

/** NPCI's linking format. The note (`tn`) comes back in the bank's line. */
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

/** Apps expect a plain @ in the address, though a URL may encode it. */
const encoded = (value: string): string => encodeURIComponent(value).replaceAll('%40', '@');

/** Whole characters, as many as fit after encoding. */
function shortened(name: string): string {
  let kept = '';
  for (const character of name.toWellFormed()) {
    if (encoded(kept + character).length > NAME_MAX_BYTES) break;
    kept += character;
  }
  return kept.trim();
}
