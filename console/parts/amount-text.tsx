// An amount that copies as its bare value.
import { bareAmount, shownAmount } from './amount.ts';

type Money = { amount_cents: number; currency: string };

export function Amount({ amount_cents, currency }: Money) {
  const bare = bareAmount(amount_cents, currency);
  return (
    <data
      value={bare}
      onCopy={(event) => {
        event.clipboardData.setData('text/plain', bare);
        event.preventDefault();
      }}
    >
      {shownAmount(amount_cents, currency)}
    </data>
  );
}
