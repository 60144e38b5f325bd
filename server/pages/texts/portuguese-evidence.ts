// Portuguese: pasted messages, "I have paid" and receipts.
import type { EvidenceTexts } from './evidence-texts.ts';

export const PORTUGUESE_EVIDENCE: EvidenceTexts = {
  paste: 'Você também pode colar a mensagem completa do seu banco: nós encontramos o UTR nela.',
  choose: 'Qual destes é o seu UTR?',
  locked:
    'O UTR não pode mais ser alterado aqui. Se estiver errado, entre em contato com {contact}.',
  paid: {
    heading: 'Pagou, mas não tem UTR?',
    text: 'Avise a gente, e vamos procurar seu pagamento pelo valor, pela conta e pelo horário. O prazo para pagar continua correndo.',
    send: 'Já paguei',
    said: 'Você avisou que já pagou. Estamos procurando seu pagamento. Por favor, não pague de novo.',
  },
  receipt: {
    heading: 'Comprovante de pagamento',
    help: 'Uma captura de tela ou uma foto do seu banco: JPG, PNG ou WebP, de até 10 MB. Se você tem um PDF, envie uma captura de tela dele. Só as pessoas que verificam pagamentos a veem.',
    label: 'Arquivo',
    send: 'Enviar comprovante',
    given: 'Recebido: {type}, {size}',
    full: 'Não é possível enviar mais comprovantes para este pedido.',
  },
  dispute: {
    ask: 'Paguei, mas não está confirmado',
    ask_text:
      'Conte quando e como você pagou. Alguém vai verificar e responder aqui. Você pode perguntar uma vez por pedido.',
    heading: 'Sua dúvida sobre este pagamento',
    waits: 'Estamos verificando. As respostas aparecem aqui.',
    waits_for_you: 'Precisamos da sua resposta.',
    over: 'A decisão já foi tomada.',
    you: 'Você',
    service: 'Serviço de pagamentos',
    file: '(com um arquivo)',
    label: 'Mensagem',
    seen: '{merchant} e as pessoas que verificam pagamentos podem ler esta mensagem. Não escreva números de cartão nem senhas.',
    send: 'Enviar mensagem',
  },
  problems: {
    utr_too_long:
      'Este texto é longo demais. Digite só o UTR ou a mensagem em que seu banco o informa.',
    utr_not_found:
      'Não encontramos nenhum UTR neste texto. Digite só o número que seu banco chama de UTR, referência ou ID da transação.',
    utr_own_number:
      'Este é um número que nós demos a você, não o UTR. O UTR é o número que seu banco deu à transferência.',
    utr_account_number:
      'Este é o número de uma conta, de um cartão ou de um celular, não o UTR. Digite o número que seu banco deu à transferência.',
    utr_amount_or_date:
      'Isto é um valor ou uma data, não o UTR. Digite o número que seu banco deu à transferência.',
    utr_unsure: 'Não temos certeza de qual número é o UTR. Escolha o certo ou digite você mesmo.',
    receipt_empty: 'Escolha um arquivo primeiro.',
    receipt_too_large: 'O arquivo tem mais de 10 MB. Uma captura de tela é suficiente.',
    receipt_wrong_type:
      'Este é um arquivo {found}. Envie uma captura de tela ou uma foto (JPG, PNG ou WebP).',
    receipt_pdf: 'Não aceitamos arquivos PDF. Abra o arquivo e envie uma captura de tela.',
    receipt_unknown_type:
      'Não conseguimos ler este tipo de arquivo. Envie uma captura de tela ou uma foto (JPG, PNG ou WebP).',
    receipt_damaged:
      'O arquivo está corrompido ou incompleto. Envie de novo ou envie uma captura de tela.',
    receipt_mixed:
      'Há algo escondido no arquivo, por isso não podemos aceitá-lo. Envie uma captura de tela.',
    receipt_oversized: 'A imagem é grande demais. Envie uma captura de tela.',
    receipt_animated: 'É uma imagem animada. Envie uma captura de tela.',
    receipt_full:
      'Não é possível enviar mais comprovantes para este pedido. Os que você enviou estão guardados.',
    receipt_tried: 'Não conseguimos ler vários dos seus arquivos. Entre em contato com {contact}.',
    receipt_busy: 'Muitos arquivos estão sendo enviados agora. Tente de novo em um minuto.',
    words_empty: 'Escreva alguma coisa primeiro.',
    words_too_long: 'Este texto é longo demais. Escreva no máximo 2000 caracteres.',
  },
};
