// Portuguese: a trade's states and their reasons.
import type { PageTexts, ReasonTexts, StateTexts } from './texts.ts';

export const PORTUGUESE_STATES: StateTexts = {
  payin: {
    created: {
      heading: 'Pagar para {merchant}',
      text: 'Seu pedido está aguardando o pagamento. Peça os dados quando for pagar.',
    },
    pending: {
      heading: 'Pagar para {merchant}',
      text: 'Envie o valor exato para a conta indicada abaixo.',
    },
    verifying: {
      heading: 'Estamos verificando seu pagamento',
      text: 'Você não precisa pagar mais nada. Em geral leva alguns minutos, mas alguns bancos só informam os pagamentos no próximo dia útil. Você pode fechar esta página e voltar depois.',
    },
    completed: {
      heading: 'Pagamento concluído',
      text: 'Seu pagamento foi confirmado. Já avisamos {merchant}.',
    },
    expired: {
      heading: 'O prazo para pagar terminou',
      text: 'Por favor, não pague mais este pedido. Se você já pagou, seu dinheiro não está perdido: {contact} pode ajudar.',
    },
    canceled: {
      heading: 'Pagamento cancelado',
      text: 'Por favor, não envie dinheiro para este pedido. Se você já pagou, entre em contato com {contact}.',
    },
    failed: {
      heading: 'Pagamento não confirmado',
      text: 'Não conseguimos confirmar este pagamento. Se o dinheiro saiu da sua conta, entre em contato com {contact}.',
    },
    disputed: {
      heading: 'Este pagamento está em análise',
      text: 'Alguém levantou uma dúvida sobre este pagamento. Por enquanto, você não precisa fazer nada.',
    },
    reversed: {
      heading: 'Pagamento estornado',
      text: 'O dinheiro que você pagou foi estornado. Se você não esperava isso, entre em contato com {contact}.',
    },
  },
  payout: {
    created: {
      heading: 'Seu pagamento está sendo preparado',
      text: '{merchant} vai enviar dinheiro para você. Esta página avisa quando ele estiver a caminho.',
    },
    processing: {
      heading: 'Seu pagamento está a caminho',
      text: 'O dinheiro está a caminho. Dependendo do seu banco, pode demorar um pouco.',
    },
    completed: {
      heading: 'Pagamento enviado',
      text: 'O dinheiro foi enviado para a conta indicada abaixo. Pode demorar um pouco até aparecer no seu banco.',
    },
    canceled: {
      heading: 'Pagamento cancelado',
      text: 'Nenhum dinheiro foi enviado. Entre em contato com {contact}.',
    },
    failed: {
      heading: 'O pagamento falhou',
      text: 'O dinheiro não chegou até você. Entre em contato com {contact}.',
    },
    disputed: {
      heading: 'Este pagamento está em análise',
      text: 'Estamos verificando com o banco onde está o dinheiro. Por enquanto, você não precisa fazer nada.',
    },
    reversed: {
      heading: 'Pagamento devolvido',
      text: 'O banco devolveu o dinheiro. Entre em contato com {contact} para combinar outra forma de receber.',
    },
  },
};

export const PORTUGUESE_REASONS: ReasonTexts = {
  timeout: null,
  declined_by_customer: 'Você cancelou.',
  declined_by_merchant: 'A loja cancelou.',
  declined_by_operator: 'O serviço de pagamentos cancelou.',
  amount_mismatch:
    'O valor que chegou não é o que pedimos. Estamos verificando o que fazer com ele. Por favor, não envie de novo.',
  paid_late:
    'Seu pagamento chegou depois do fim do prazo, por isso estamos conferindo manualmente.',
  paid_after_cancel:
    'Seu pagamento chegou depois que o pedido foi cancelado. Estamos verificando se ele ainda vale ou se será devolvido.',
  payment_not_found: 'Não recebemos nenhum pagamento com estes dados.',
  duplicate_utr_claim:
    'O mesmo UTR foi enviado também para outro pedido. Estamos verificando a qual dos dois ele pertence. Por favor, confira se o seu é igual ao que o banco mostra.',
  fake_proof: 'O banco não confirmou o comprovante deste pagamento.',
  account_blocked: 'Esta conta não pode receber pagamentos no momento.',
  held_for_review: 'Estamos analisando este pagamento antes de liberá-lo.',
  beneficiary_rejected: 'O banco não aceitou a conta para a qual o dinheiro iria.',
  bank_returned: 'O banco devolveu o dinheiro.',
  insufficient_evidence: 'Não havia comprovação suficiente de que o pagamento foi feito.',
  payin_taken_back: 'O pagamento de onde sairia este dinheiro foi estornado.',
};

export const PORTUGUESE_UNPAID_REASONS: PageTexts['unpaid_reasons'] = {
  paid_late:
    'Seu UTR chegou depois do fim do prazo para pagar. Estamos verificando se algum pagamento chegou.',
  paid_after_cancel:
    'Seu UTR chegou depois que o pedido foi cancelado. Estamos verificando se algum pagamento chegou.',
};

export const PORTUGUESE_SAID_PAID: PageTexts['said_paid'] = {
  pending: {
    heading: 'Estamos procurando seu pagamento',
    text: 'Você avisou que já pagou. Por favor, não pague de novo. Seu pagamento aparece aqui assim que o encontrarmos.',
  },
  expired: {
    heading: 'Ainda não encontramos seu pagamento',
    text: 'Você avisou que já pagou. Por favor, não pague de novo. Informe seu UTR abaixo para procurarmos o pagamento, ou fale com {contact}.',
  },
};
