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

/**
 * Where an app itself is opened. An iPhone opens any app with `upi:`, and asks nobody which;
 * Android lets its user choose.
 */
export const UPI_APPS = [
  { name: 'Google Pay', opens: 'tez://upi/pay' },
  { name: 'PhonePe', opens: 'phonepe://pay' },
  { name: 'Paytm', opens: 'paytmmp://pay' },
  { name: 'BHIM', opens: 'bhim://upi/pay' },
] as const;

/**
 * NPCI's linking format. The note (`tn`) comes back in the bank's line; `tr` is the reference by
 * which the payer's app and bank know the payment.
 */
export function upiLink(payment: UpiPayment, opens = 'upi://pay'): string {
  const { address, name, amount, reference } = payment;
  const fields = [
    ['pa', address],
    ['pn', name === null ? '' : shortened(name)],
    ['am', amount],
    ['cu', 'INR'],
    ['tr', reference ?? ''],
    ['tn', reference ?? ''],
  ] as const;
  const given = fields.filter(([, value]) => value !== '');
  return `${opens}?${given.map(([key, value]) => `${key}=${encoded(value)}`).join('&')}`;
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
