// Portuguese: a trade's states and their reasons.
import type { PageTexts, ReasonTexts, StateTexts } from './texts.ts';

export const PORTUGUESE_STATES: StateTexts = {
  payin: {
    created: {
      heading: 'Pagar a {merchant}',
      text: 'Seu pedido está aguardando. Peça os dados de pagamento quando for pagar.',
    },
    pending: {
      heading: 'Pagar a {merchant}',
      text: 'Envie o valor exato para a conta indicada abaixo.',
    },
    verifying: {
      heading: 'Estamos verificando seu pagamento',
      text: 'Não há mais nada a pagar. Esta página mostrará o resultado assim que ele existir.',
    },
    completed: {
      heading: 'Pagamento concluído',
      text: 'Seu pagamento chegou. {merchant} já recebeu o aviso.',
    },
    expired: {
      heading: 'O prazo para pagar terminou',
      text: 'Por favor, não envie mais dinheiro para este pedido. Se você já pagou, o dinheiro não está perdido: {contact} pode ajudar.',
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
      text: 'Há uma questão aberta sobre este pagamento. Por enquanto, você não precisa fazer nada.',
    },
    reversed: {
      heading: 'Pagamento estornado',
      text: 'O dinheiro deste pagamento foi retirado. Entre em contato com {contact} se você não esperava isso.',
    },
  },
  payout: {
    created: {
      heading: 'Seu pagamento está sendo preparado',
      text: '{merchant} está enviando dinheiro a você. Esta página mostrará quando ele estiver a caminho.',
    },
    processing: {
      heading: 'Seu pagamento está a caminho',
      text: 'O dinheiro está sendo enviado a você. Dependendo do seu banco, pode demorar um pouco.',
    },
    completed: {
      heading: 'Pagamento enviado',
      text: 'O dinheiro foi enviado para a conta indicada abaixo. Seu banco pode demorar um pouco para mostrá-lo.',
    },
    canceled: {
      heading: 'Pagamento cancelado',
      text: 'Nenhum dinheiro foi enviado. Entre em contato com {contact}.',
    },
    failed: {
      heading: 'O pagamento falhou',
      text: 'Nenhum dinheiro chegou até você. Entre em contato com {contact}.',
    },
    disputed: {
      heading: 'Este pagamento está em análise',
      text: 'Estamos perguntando ao banco onde está o dinheiro. Por enquanto, você não precisa fazer nada.',
    },
    reversed: {
      heading: 'Pagamento devolvido',
      text: 'O banco devolveu o dinheiro. Entre em contato com {contact} para combinar outra forma de receber.',
    },
  },
};

export const PORTUGUESE_REASONS: ReasonTexts = {
  timeout: null,
  declined_by_customer: 'Foi cancelado por você.',
  declined_by_merchant: 'Foi cancelado pela loja.',
  declined_by_operator: 'Foi cancelado pelo serviço de pagamentos.',
  amount_mismatch:
    'O valor que chegou não é o valor pedido. Uma pessoa vai decidir o que fazer com ele. Por favor, não envie de novo.',
  paid_late:
    'Seu pagamento chegou depois do fim do prazo, por isso está sendo verificado manualmente.',
  paid_after_cancel:
    'Seu pagamento chegou depois que o pedido foi cancelado. Uma pessoa vai decidir se ele ainda vale ou se será devolvido.',
  payment_not_found: 'Nenhum pagamento com estes dados chegou até nós.',
  duplicate_utr_claim:
    'O mesmo UTR foi informado também para outro pedido. Uma pessoa está verificando qual deles foi pago. Por favor, compare o seu com o que o seu banco mostra.',
  fake_proof: 'O banco não confirmou o comprovante deste pagamento.',
  account_blocked: 'A conta não pode receber pagamentos no momento.',
  held_for_review: 'Uma pessoa está analisando este pagamento antes que ele siga em frente.',
  beneficiary_rejected: 'O banco não aceitou a conta para a qual o dinheiro iria.',
  bank_returned: 'O banco devolveu o dinheiro.',
  insufficient_evidence: 'Não havia provas suficientes de que o pagamento foi feito.',
};

export const PORTUGUESE_SAID_PAID: PageTexts['said_paid'] = {
  pending: {
    heading: 'Estamos procurando seu pagamento',
    text: 'Em {at} você nos disse que pagou. Por favor, não pague de novo. Esta página mostrará o pagamento assim que o encontrarmos.',
  },
  expired: {
    heading: 'Ainda não encontramos seu pagamento',
    text: 'Em {at} você nos disse que pagou. Por favor, não pague de novo. Informe seu UTR abaixo para que possamos procurá-lo, ou fale com {contact}.',
  },
};
