// Which lines a rule takes, in a sentence.
import type { LineRule } from '../../../api/schema.gen.ts';
import { useReceivingAccount } from '../../../parts/account/receiving-account.tsx';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';

const { rules: texts } = BANK_TEXTS;

export function Conditions({ rule }: { rule: LineRule }) {
  const currency = useReceivingAccount(rule.receiving_account_id)?.currency;
  const { min_amount_cents: min, max_amount_cents: max } = rule;
  const words = [rule.text, rule.counterparty].filter((one) => one !== null);
  const amount = (cents: number) =>
    currency === undefined ? String(cents) : <Amount amount_cents={cents} currency={currency} />;
  return (
    <>
      {texts.directions[rule.direction]}
      {': '}
      {words.length === 0 ? texts.any : words.map((one) => `“${one}”`).join(', ')}
      {min === null ? null : <> ≥ {amount(min)}</>}
      {max === null ? null : <> ≤ {amount(max)}</>}
    </>
  );
}
