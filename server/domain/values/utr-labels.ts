// The words before numbers in banks' messages, and which of them announce a UTR.

/** `sure`: the rail's own number; `likely`: some reference of the bank; `other`: neither. */
export type LabelKind = 'sure' | 'likely' | 'other';

/** Replaces removed text; no label extends across it. */
export const BREAK = '¦';

const REF = 'r[eé]f(?:erence|erenz|erencia|erência|érence|erens|erentie|no|nr)?';
const DEAL = [
  'trans(?:action)?|txn|transaktions?|transfer|payment|zahlungs|opération|transacción|operación',
  'operazione|transa[cç]ão|operação|transactie|transakcji|операции|перевода|транзакции|платежа',
].join('|');
const RAIL = 'upi|imps|neft|rtgs|sepa|sct|mmt|fps|swift';
const NUMBER = 'ids?|no|num|number|nummer|nr|numero|número|numéro|code|kod';

/**
 * Checked in this order: the first label directly before a number decides what the number is. One
 * blank between words stands for any signs there.
 */
const ROWS: readonly (readonly [kind: LabelKind, words: string])[] = [
  [
    'other',
    `(?:google|apple|samsung|wallet|order|invoice|bill|customer|cust|client|merchant|loan|
    policy|mandate|mandats|mandat|kunden|rechnungs|bestell|your|payer|payee|remittance|
    end ?to ?end|biller|app|store|notification|complaint|service|request)` +
      ` ?(?:${DEAL}|${REF})? ?(?:ids?|mandate)`,
  ],
  [
    'other',
    `(?:order|invoice|customer|cust|your|mandats?|kunden|payer|payee|remittance|mandate) ?${REF}`,
  ],
  ['other', 'upi ?ids?'],
  ['sure', 'utr|rrn|uetr|trn|cro|यूटीआर|आरआरएन|یو ٹی آر'],
  ['sure', `(?:unique|retrieval|bank|bank ?s) ?(?:${DEAL})? ?${REF}`],
  ['sure', `(?:${RAIL}) ?(?:${DEAL})? ?${REF}`],
  ['sure', 'upi ?(?:transaction|txn|trans)'],
  ['sure', `(?:${RAIL})(?: ?(?:p2[amp]|cr|dr|in|out|ob|ib)){0,2}`],
  ['likely', `\\p{L}*${REF}|referencyjny|kenmerk|ordrenummer|vorgangs?|референс`],
  ['likely', `(?:${DEAL}) ?(?:${NUMBER}|${REF})`],
  ['likely', 'transaktionsnummer|vorgangsnummer|transaktions ?id|confirmation|traza|tracking'],
  ['likely', 'номер (?:операции|перевода|транзакции|платежа)|идентификатор операции'],
  [
    'other',
    `a ?c|acct?|accounts?|iban|konto\\p{L}*|compte|cuenta|conta|conto|rekening\\p{L}*|
    rachun\\p{L}*|сч[её]т\\p{L}*|खाता|खाते|حساب|cards?|karte|tarjeta|carte|sort code|from|to|von|
    an|de|para|vers`,
  ],
  [
    'other',
    `phone|mobile|mob|tel|call|dial|sms|whatsapp|contact|helpline|pin|otp|on|date|dated|dt|
    am|vom|le|el|bal|balance|saldo|kunden\\p{L}*|customer|
    order|invoice|bestell\\p{L}*|rechnung\\p{L}*|commande`,
  ],
  ['likely', 'संदर्भ|सन्दर्भ|लेनदेन|ट्रांज़ैक्शन|ट्रांजैक्शन'],
  ['likely', 'رقم العملية|رقم المرجع|المرجع|رقم التحويل'],
];

const FILLER = `(?: (?:${NUMBER}|is|was|ist|est|es|è|é|संख्या|आईडी|हैं?)){0,3} ?$`;

const bare = (words: string) => words.replace(/\n\s*/g, '');

const LABELS = ROWS.map(
  ([kind, words]) => [kind, new RegExp(`^(?:${bare(words)})${FILLER}`, 'u')] as const,
);

/** Longer than any label together with the signs that may follow it. */
const REACH = 60;

const WORD_START = new RegExp(`[ ${BREAK}]`, 'g');
const SIGNS = /[^\p{L}\p{N}\p{M}¦]+/gu;

/** In lower case, with one blank between words; one text from each word to the end. */
function endingsOf(before: string): string[] {
  const near = before.slice(-REACH).toLowerCase().replaceAll('№', ' no ').replace(SIGNS, ' ');
  const starts = [...near.matchAll(WORD_START)].map(({ index }) => index + 1);
  return [0, ...starts].map((start) => near.slice(start));
}

/** What the words directly before a number say about it; null if they say nothing. */
export function labelBefore(before: string): LabelKind | null {
  const endings = endingsOf(before);
  return LABELS.find(([, label]) => endings.some((words) => label.test(words)))?.[0] ?? null;
}
