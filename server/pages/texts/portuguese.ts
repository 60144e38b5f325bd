// Portuguese: every text of the customers' pages.

import { PORTUGUESE_EVIDENCE } from './portuguese-evidence.ts';
import {
  PORTUGUESE_REASONS,
  PORTUGUESE_SAID_PAID,
  PORTUGUESE_STATES,
} from './portuguese-states.ts';
import { SANDBOX_TEXTS } from './sandbox-texts.ts';
import type { PageTexts } from './texts.ts';

export const PORTUGUESE: PageTexts = {
  lang: 'pt',
  dir: 'ltr',
  name: 'Português',
  titles: {
    payin: '{heading} – {amount}',
    payout: '{heading} – {amount} de {merchant}',
    problem: 'Problema: {title}',
  },
  labels: {
    merchant_payin: 'Pagamento a',
    merchant_payout: 'Pagamento de',
    language: 'Idioma',
    amount: 'Valor',
    requested: 'Valor pedido',
    received: 'Valor recebido',
    holder: 'Titular da conta',
    payee: 'Para',
    bank: 'Banco',
    reference: 'Referência',
    order: 'Pedido',
    utr: 'UTR',
    created_at: 'Criado',
    completed_at: 'Concluído',
    pay_to: 'Pague para esta conta',
    pay_after_all: 'Ainda não pagou? Dados de pagamento',
    details: 'Detalhes',
    paid_account: 'Pago a',
    contact: 'Contato de {merchant}:',
    sandbox: 'Ambiente de testes: aqui não circula dinheiro real.',
    shifted:
      '{merchant} pediu {requested}. Por favor, pague exatamente {amount}: a pequena diferença nos mostra que o pagamento é seu.',
  },
  numbers: {
    card: 'Número do cartão',
    account: 'Número da conta',
    iban: 'IBAN',
    upi: 'ID UPI',
    phone: 'Número de telefone',
  },
  other_number: 'Número',
  states: PORTUGUESE_STATES,
  said_paid: PORTUGUESE_SAID_PAID,
  reasons: PORTUGUESE_REASONS,
  time_left: {
    minutes: {
      one: 'Resta {count} minuto para pagar',
      other: 'Restam {count} minutos para pagar',
    },
    last_minutes: 'Restam menos de 3 minutos para pagar',
    seconds: 'Resta menos de um minuto para pagar',
    over: 'O prazo para pagar está terminando agora',
  },
  steps: {
    heading: 'Como pagar',
    open: 'Abra o aplicativo ou o site do seu banco.',
    open_upi: 'Abra seu aplicativo UPI.',
    send: 'Envie exatamente {amount} para a conta acima, em uma única transferência.',
    reference: 'Se houver um campo para nota ou mensagem, escreva nele {reference}.',
    come_back: 'Volte a esta página. Ela mostrará quando seu pagamento chegar.',
    enter_utr: 'Volte a esta página e informe o UTR da sua transferência.',
  },
  qr: {
    upi: 'Escaneie com qualquer aplicativo UPI',
    upi_image: 'Código QR deste pagamento UPI, com destinatário, valor e referência',
    number: 'Escaneie para levar o número ao seu celular',
    number_image: 'Código QR do número para o qual pagar',
    open_app: 'Abrir aplicativo UPI',
    open_app_hint: 'Destinatário, valor e referência já estarão preenchidos.',
  },
  utr: {
    heading: 'Já pagou? Informe seu UTR',
    heading_needed: 'Depois de pagar, informe seu UTR',
    heading_change: 'Corrigir o UTR',
    heading_late: 'Já tinha pagado? Informe seu UTR',
    optional: 'A maioria dos pagamentos é encontrada sem ele. Com ele, o seu é encontrado antes.',
    needed:
      'Precisamos dele: outras pessoas estão pagando o mesmo valor para esta conta, e só o UTR mostra qual pagamento é o seu.',
    label: 'UTR (número da sua transferência)',
    claimed: 'Seu UTR',
    send: 'Enviar UTR',
    changes_left: {
      one: 'Você pode corrigi-lo mais {count} vez.',
      other: 'Você pode corrigi-lo mais {count} vezes.',
    },
    any: {
      help: 'De 8 a 35 letras e números, como seu banco os mostra para a transferência. Espaços não importam.',
      format: 'Um UTR tem de 8 a 35 letras e números. Por favor, confira o que você digitou.',
    },
    rrn12: {
      help: '12 números. Seu aplicativo UPI os mostra nos detalhes do pagamento. Espaços não importam.',
      format:
        'O UTR de um pagamento UPI tem exatamente 12 números. Por favor, confira o que você digitou.',
    },
  },
  actions: {
    copy: 'Copiar',
    copied: 'Copiado',
    copied_value: 'Copiado: {value}',
    uncopied: 'Seu navegador não copiou. Está selecionado: copie você mesmo.',
    print: 'Imprimir',
    assign: 'Mostrar os dados de pagamento',
    cancel: 'Cancelar este pagamento',
    cancel_hint:
      'Cancele só se você não enviou dinheiro. Um pagamento cancelado não pode ser reaberto.',
    cancel_yes: 'Sim, cancelar',
    return: 'Voltar a {merchant}',
    return_notice: 'Leva a {host}',
    returning: 'Você voltará a {host} em instantes.',
    stay: 'Ficar nesta página',
    refresh: 'Atualizar',
    refresh_hint: 'Esta página mostra como tudo estava quando foi carregada.',
    back: 'Voltar ao pagamento',
  },
  sending: {
    sending: 'Enviando…',
    kept: 'Você está sem conexão e isto não foi enviado. Enviaremos assim que a conexão voltar. Deixe esta página aberta.',
    offline: 'Você está sem conexão e isto não foi enviado. Tente de novo quando a conexão voltar.',
    unsure: 'A conexão caiu e ainda não sabemos se isto chegou. Estamos verificando.',
    missed: 'Isto não chegou até nós e nada mudou. Por favor, envie de novo.',
  },
  half: 'Esta página não carregou por completo. Por favor, recarregue-a antes de pagar.',
  connection_lost: 'Sem conexão no momento. A página se atualiza sozinha quando a conexão voltar.',
  evidence: PORTUGUESE_EVIDENCE,
  sandbox: SANDBOX_TEXTS.pt,
  problems: {
    utr_missing: 'Por favor, informe o UTR da sua transferência.',
    utr_format: 'Por favor, confira o que você digitou.',
    utr_already_used:
      'A transferência com este UTR pagou outro pedido. Por favor, confira o número.',
    utr_too_late:
      'É tarde demais para informar um UTR para este pedido. Por favor, entre em contato com {contact}.',
    utr_change_limit:
      'O UTR não pode mais ser alterado. Por favor, entre em contato com {contact}.',
    utr_locked:
      'Houve tentativas demais. Por favor, entre em contato com {contact} e informe seu UTR.',
    act_not_allowed: 'Isso não é mais possível. A página agora mostra como tudo está.',
    receipt_page: 'Esta página é um comprovante: aqui não há nada para enviar ou cancelar.',
    no_receiving_account_available:
      'Todas as contas estão ocupadas no momento. Por favor, tente de novo em um minuto.',
    rate_limited: 'Foi rápido demais. Por favor, tente de novo em um minuto.',
    other: 'Não funcionou. Por favor, tente de novo.',
  },
  errors: {
    not_found: {
      heading: 'Esta página não existe',
      text: 'Por favor, confira o link ou peça um novo à loja que o enviou.',
    },
    foreign: {
      heading: 'Nada foi alterado',
      text: 'O formulário não foi enviado desta página, ou seu navegador não informa isso. Abra de novo a página de pagamento e tente lá.',
    },
    invalid: {
      heading: 'Nada foi alterado',
      text: 'Não foi possível ler o que foi enviado. Abra de novo a página de pagamento e tente lá.',
    },
    rate_limited: {
      heading: 'Pedidos demais',
      text: 'Estas páginas foram pedidas vezes demais a partir daqui. Por favor, aguarde um minuto e tente de novo.',
    },
    unavailable: {
      heading: 'Por favor, tente de novo daqui a pouco',
      text: 'O serviço não está disponível agora. Por favor, recarregue esta página em alguns segundos.',
    },
    unconfirmed: {
      heading: 'Ainda não foi possível confirmar',
      text: 'O serviço não está disponível agora, e o que acabou de enviar pode ter chegado ou não. Volte ao pagamento em alguns segundos: a página mostra o que sabemos.',
    },
    unsent: {
      heading: 'Por favor, envie de novo daqui a pouco',
      text: 'O serviço está muito ocupado e o que acabou de enviar não foi recebido. Volte ao pagamento e envie de novo em alguns segundos.',
    },
    internal: {
      heading: 'Algo deu errado',
      text: 'A falha é nossa, não sua. Por favor, recarregue esta página daqui a pouco.',
    },
  },
};
