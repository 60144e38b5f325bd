// Portuguese: pasted messages, "I have paid" and receipts.
import type { EvidenceTexts } from './evidence-texts.ts';

export const PORTUGUESE_EVIDENCE: EvidenceTexts = {
  paste: 'Também pode colar a mensagem completa do seu banco: encontramos o UTR nela.',
  choose: 'Qual destes é o UTR da sua transferência?',
  locked:
    'O UTR não pode mais ser alterado aqui. Se estiver errado, entre em contato com {contact}.',
  paid: {
    heading: 'Pagou, mas não tem UTR?',
    text: 'Diga-nos. Procuramos o seu pagamento pelo valor, pela conta e pela hora. O tempo continua a contar.',
    send: 'Já paguei',
    said: 'Em {at} disse-nos que pagou. Estamos à procura do seu pagamento. Por favor, não pague de novo.',
  },
  receipt: {
    heading: 'Comprovativo do pagamento',
    help: 'Uma captura de ecrã ou uma foto do seu banco: JPG, PNG ou WebP, no máximo 10 MB. Só a veem as pessoas que verificam pagamentos.',
    label: 'Ficheiro',
    send: 'Enviar comprovativo',
    given: 'Recebido em {at}: {type}, {size}',
    full: 'Não é possível enviar mais comprovativos para este pedido.',
  },
  dispute: {
    ask: 'Paguei, mas não está confirmado',
    ask_text:
      'Diga-nos quando e como pagou. Alguém vai verificar e responder aqui. Pode perguntar uma vez por pedido.',
    heading: 'A sua questão sobre este pagamento',
    waits: 'Estamos a verificar. As respostas aparecem aqui.',
    waits_for_you: 'Precisamos de uma resposta sua.',
    over: 'Isto já foi decidido.',
    you: 'Você',
    service: 'Serviço de pagamentos',
    file: '(com um ficheiro)',
    label: 'Mensagem',
    seen: 'Veem-na {merchant} e as pessoas que verificam pagamentos. Não escreva números de cartão nem palavras-passe.',
    send: 'Enviar mensagem',
  },
  problems: {
    utr_too_long:
      'Este texto é demasiado longo. Escreva apenas o UTR ou a mensagem em que o seu banco o indica.',
    utr_not_found:
      'Não encontrámos nenhum UTR neste texto. Escreva apenas o número a que o seu banco chama UTR, referência ou ID da transação.',
    utr_own_number:
      'Este é um número que lhe demos, não o UTR. O UTR é o número que o seu banco deu à transferência.',
    utr_account_number:
      'Este é o número de uma conta, de um cartão ou de um telefone, não o UTR. Escreva o número que o seu banco deu à transferência.',
    utr_amount_or_date:
      'Isto é um valor ou uma data, não o UTR. Escreva o número que o seu banco deu à transferência.',
    utr_unsure: 'Não temos a certeza de qual número é o UTR. Escolha-o ou escreva-o.',
    receipt_empty: 'Escolha primeiro um ficheiro.',
    receipt_too_large: 'O ficheiro tem mais de 10 MB. Uma captura de ecrã é suficiente.',
    receipt_wrong_type:
      'Este é um ficheiro {found}. Envie uma captura de ecrã ou uma foto (JPG, PNG ou WebP).',
    receipt_unknown_type:
      'Não conseguimos ler este tipo de ficheiro. Envie uma captura de ecrã ou uma foto (JPG, PNG ou WebP).',
    receipt_damaged:
      'O ficheiro está danificado ou incompleto. Envie-o de novo, ou uma captura de ecrã.',
    receipt_mixed:
      'Há algo mais escondido no ficheiro, por isso não o aceitamos. Envie uma captura de ecrã.',
    receipt_oversized: 'O ficheiro é demasiado grande ao ser aberto. Envie uma captura de ecrã.',
    receipt_animated: 'É uma imagem em movimento. Envie uma captura de ecrã.',
    receipt_full:
      'Não é possível enviar mais comprovativos para este pedido. Os que enviou ficam guardados.',
    receipt_tried: 'Demasiados ficheiros não puderam ser lidos. Contacte {contact}.',
    receipt_busy: 'Estão a ser enviados muitos ficheiros. Tente de novo dentro de um minuto.',
    words_empty: 'Escreva algo primeiro.',
    words_too_long: 'Este texto é demasiado longo. Escreva no máximo 2000 caracteres.',
  },
};
