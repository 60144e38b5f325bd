// Portuguese: every text of the customers' pages.

import { PORTUGUESE_EVIDENCE } from './portuguese-evidence.ts';
import {
  PORTUGUESE_REASONS,
  PORTUGUESE_SAID_PAID,
  PORTUGUESE_STATES,
  PORTUGUESE_UNPAID_REASONS,
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
    merchant_payin: 'Pagamento para',
    merchant_payout: 'Pagamento de',
    language: 'Idioma',
    amount: 'Valor',
    requested: 'Valor solicitado',
    received: 'Valor recebido',
    holder: 'Titular da conta',
    payee: 'Para',
    bank: 'Banco',
    reference: 'Referência',
    order: 'Pedido',
    bought: 'Referente a',
    utr: 'UTR',
    said_at: 'Você avisou',
    created_at: 'Criado',
    completed_at: 'Concluído',
    pay_to: 'Transfira para esta conta',
    pay_after_all: 'Ainda não pagou? Ver os dados de pagamento',
    details: 'Detalhes',
    paid_account: 'Pago para',
    contact: 'Fale com {merchant}:',
    sandbox: 'Ambiente de testes: aqui não há dinheiro de verdade.',
    shifted:
      '{merchant} pediu {requested}. Por favor, pague exatamente {amount}: a pequena diferença nos mostra que o pagamento é seu.',
  },
  numbers: {
    card: 'Número do cartão',
    account: 'Número da conta',
    iban: 'IBAN',
    upi: 'ID UPI',
    phone: 'Número de celular',
  },
  other_number: 'Número',
  states: PORTUGUESE_STATES,
  said_paid: PORTUGUESE_SAID_PAID,
  reasons: PORTUGUESE_REASONS,
  unpaid_reasons: PORTUGUESE_UNPAID_REASONS,
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
    open: 'Abra o app ou o site do seu banco.',
    open_upi: 'Abra seu app UPI.',
    send: 'Envie exatamente {amount} para a conta acima, em uma única transferência.',
    reference: 'Se houver um campo de mensagem ou descrição, escreva {reference}.',
    check_name:
      'Confira o nome: seu app vai mostrar {holder}. Se aparecer outra pessoa, não pague.',
    come_back: 'Volte para esta página e veja quando seu pagamento chegar.',
    enter_utr: 'Volte para esta página e informe o UTR da sua transferência.',
    safety:
      'Nunca pedimos sua senha nem códigos de uso único (OTP). Não passe esses dados a ninguém.',
  },
  qr: {
    upi: 'Escaneie com qualquer app UPI',
    upi_image: 'QR code deste pagamento UPI, com destinatário, valor e referência',
    number: 'Escaneie para levar o número ao seu celular',
    number_image: 'QR code do número para o qual pagar',
    open_app: 'Abrir app UPI',
    open_app_hint: 'Destinatário, valor e referência já estarão preenchidos.',
    other_app: 'Outro app UPI',
    no_app:
      'Nenhum app abriu? Copie o ID UPI e o valor para o seu app ou escaneie o QR code com outro celular.',
  },
  utr: {
    heading: 'Já pagou? Informe seu UTR',
    heading_needed: 'Depois de pagar, informe seu UTR',
    heading_change: 'Corrigir o UTR',
    heading_late: 'Já tinha pago? Informe seu UTR',
    optional:
      'Quase sempre encontramos o pagamento sem o UTR, mas com ele encontramos o seu mais rápido.',
    needed:
      'Precisamos do seu UTR: outras pessoas estão pagando o mesmo valor para esta conta, e só o UTR mostra qual pagamento é o seu.',
    label: 'UTR (número da sua transferência)',
    claimed: 'Seu UTR',
    send: 'Enviar UTR',
    changes_left: {
      one: 'Você pode corrigi-lo mais {count} vez.',
      other: 'Você pode corrigi-lo mais {count} vezes.',
    },
    any: {
      help: 'De 8 a 35 letras e números. Seu banco mostra o UTR nos detalhes da transferência. Espaços não importam.',
      format: 'Um UTR tem de 8 a 35 letras e números. Por favor, confira o que você digitou.',
    },
    rrn12: {
      help: '12 números. Seu app UPI mostra o UTR nos detalhes do pagamento. Espaços não importam.',
      format:
        'O UTR de um pagamento UPI tem exatamente 12 números. Por favor, confira o que você digitou.',
    },
  },
  actions: {
    copy: 'Copiar',
    copied: 'Copiado',
    copied_value: 'Copiado: {value}',
    uncopied: 'Seu navegador não conseguiu copiar. Já está selecionado: é só copiar.',
    print: 'Imprimir',
    assign: 'Mostrar os dados de pagamento',
    cancel: 'Cancelar este pagamento',
    cancel_hint:
      'Cancele só se você não enviou dinheiro. Um pagamento cancelado não pode ser reaberto.',
    cancel_yes: 'Sim, cancelar',
    return: 'Voltar para {merchant}',
    return_notice: 'Você vai para {host}',
    returning: 'Você voltará para {host} em instantes.',
    stay: 'Ficar nesta página',
    refresh: 'Atualizar',
    refresh_hint: 'Atualize a página para ver a situação mais recente.',
    updates: 'Esta página se atualiza sozinha. Você pode fechá-la e voltar depois pelo mesmo link.',
    back: 'Voltar para o pagamento',
  },
  sending: {
    sending: 'Enviando…',
    kept: 'Você está sem conexão e isto não foi enviado. Enviaremos assim que a conexão voltar. Deixe esta página aberta.',
    offline: 'Você está sem conexão e isto não foi enviado. Tente de novo quando a conexão voltar.',
    unsure: 'A conexão caiu e ainda não sabemos se isto chegou. Estamos verificando.',
    missed: 'Isto não chegou até nós e nada mudou. Por favor, envie de novo.',
    lost: 'Não aceitamos isto: {text}. Guarde, caso {contact} precise.',
  },
  half: 'Esta página não carregou por completo. Por favor, recarregue-a antes de pagar.',
  connection_lost: 'Sem conexão no momento. A página se atualiza sozinha quando a conexão voltar.',
  evidence: PORTUGUESE_EVIDENCE,
  sandbox: SANDBOX_TEXTS.pt,
  problems: {
    utr_missing: 'Por favor, informe o UTR da sua transferência.',
    utr_format: 'Por favor, confira o que você digitou.',
    utr_already_used:
      'A transferência com este UTR já foi usada para pagar outro pedido. Por favor, confira o número.',
    utr_too_late:
      'Não dá mais tempo de enviar um UTR para este pedido. Por favor, entre em contato com {contact}.',
    utr_change_limit:
      'O UTR não pode mais ser alterado. Por favor, entre em contato com {contact}.',
    utr_locked:
      'Houve tentativas demais. Por favor, entre em contato com {contact} e informe seu UTR.',
    act_not_allowed: 'Isso não é mais possível. A página mostra agora a situação do seu pagamento.',
    receipt_page: 'Esta página é um comprovante: aqui não há nada para enviar ou cancelar.',
    no_receiving_account_available:
      'Todas as contas estão ocupadas no momento. Por favor, tente de novo em um minuto.',
    rate_limited: 'Muitas tentativas em pouco tempo. Por favor, tente de novo em um minuto.',
    other: 'Não deu certo. Por favor, tente de novo.',
  },
  errors: {
    not_found: {
      heading: 'Página não encontrada',
      text: 'Por favor, confira o link ou peça um novo à loja.',
    },
    foreign: {
      heading: 'Nada mudou',
      text: 'O formulário não foi enviado pela página de pagamento, ou seu navegador não informa de onde ele veio. Abra a página de pagamento e tente de novo.',
    },
    invalid: {
      heading: 'Nada mudou',
      text: 'Não conseguimos ler o que foi enviado. Abra a página de pagamento e tente de novo.',
    },
    rate_limited: {
      heading: 'Muitas solicitações',
      text: 'Estas páginas foram abertas muitas vezes na sua rede. Por favor, aguarde um minuto e tente de novo.',
    },
    unavailable: {
      heading: 'Por favor, tente de novo daqui a pouco',
      text: 'O serviço não está disponível agora. Por favor, recarregue esta página em alguns segundos.',
    },
    unconfirmed: {
      heading: 'Ainda não foi possível confirmar',
      text: 'O serviço não está disponível agora e não sabemos se o que você acabou de enviar chegou. Volte para o pagamento em alguns segundos e veja o que recebemos.',
    },
    unsent: {
      heading: 'Por favor, envie de novo daqui a pouco',
      text: 'O serviço está sobrecarregado e não recebemos o que você acabou de enviar. Volte para o pagamento e envie de novo em alguns segundos.',
    },
    internal: {
      heading: 'Algo deu errado',
      text: 'O erro é nosso, não seu. Por favor, recarregue esta página daqui a pouco.',
    },
  },
};
