// The texts of the sandbox's panel on the payment page, in every language of the pages.

export type SandboxTexts = {
  heading: string;
  text: string;
  pay: string;
  pay_late: string;
  expire: string;
  /** The label of the field for another amount; {currency} is the code. */
  amount: string;
  pay_amount: string;
  problem: string;
};

export const SANDBOX_TEXTS = {
  en: {
    heading: 'Play the bank',
    text: 'A simulated bank does what you choose. The shop is told as it would be in live mode.',
    pay: 'Pay',
    pay_late: 'Pay late',
    expire: 'Let it expire now',
    amount: 'Another amount in {currency}',
    pay_amount: 'Pay this amount',
    problem: 'The simulated bank could not do that. Enter an amount as a number, such as 12.50.',
  },
  hi: {
    heading: 'बैंक की भूमिका निभाएँ',
    text: 'आप जो चुनें, टेस्ट बैंक वही करता है। दुकान को वैसे ही सूचना मिलती है जैसे असली भुगतान में।',
    pay: 'भुगतान करें',
    pay_late: 'देर से भुगतान करें',
    expire: 'अभी समय समाप्त करें',
    amount: 'दूसरी रकम ({currency})',
    pay_amount: 'यह रकम चुकाएँ',
    problem: 'टेस्ट बैंक यह नहीं कर सका। रकम अंकों में लिखें, जैसे 12.50।',
  },
  es: {
    heading: 'Haga usted de banco',
    text: 'Un banco simulado hace lo que usted elija. La tienda recibe los mismos avisos que con dinero real.',
    pay: 'Pagar',
    pay_late: 'Pagar tarde',
    expire: 'Hacer que caduque ahora',
    amount: 'Otro importe en {currency}',
    pay_amount: 'Pagar este importe',
    problem:
      'El banco simulado no pudo hacerlo. Escriba el importe como número, por ejemplo 12.50.',
  },
  pt: {
    heading: 'Faça o papel do banco',
    text: 'Um banco simulado faz o que você escolher. A loja é avisada como seria com dinheiro real.',
    pay: 'Pagar',
    pay_late: 'Pagar com atraso',
    expire: 'Fazer expirar agora',
    amount: 'Outro valor em {currency}',
    pay_amount: 'Pagar este valor',
    problem: 'O banco simulado não conseguiu fazer isso. Escreva o valor em números, como 12.50.',
  },
  ru: {
    heading: 'Побудьте банком',
    text: 'Тестовый банк сделает то, что вы выберете. Магазин получит такие же уведомления, как при настоящей оплате.',
    pay: 'Оплатить',
    pay_late: 'Оплатить с опозданием',
    expire: 'Завершить срок сейчас',
    amount: 'Другая сумма, {currency}',
    pay_amount: 'Оплатить эту сумму',
    problem: 'Тестовый банк не смог этого сделать. Введите сумму числом, например 12.50.',
  },
  ar: {
    heading: 'تصرّف كأنك البنك',
    text: 'ينفّذ بنك تجريبي ما تختاره، ويصل إلى المتجر الإشعار نفسه كما لو كان المال حقيقيًا.',
    pay: 'ادفع',
    pay_late: 'ادفع متأخرًا',
    expire: 'أنهِ المهلة الآن',
    amount: 'مبلغ آخر بعملة {currency}',
    pay_amount: 'ادفع هذا المبلغ',
    problem: 'تعذّر على البنك التجريبي ذلك. أدخل المبلغ رقمًا، مثل 12.50.',
  },
} as const satisfies Readonly<Record<string, SandboxTexts>>;
