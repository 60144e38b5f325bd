// Spanish: a trade's states and their reasons.
import type { PageTexts, ReasonTexts, StateTexts } from './texts.ts';

export const SPANISH_STATES: StateTexts = {
  payin: {
    created: {
      heading: 'Pagar a {merchant}',
      text: 'Su pedido está en espera. Solicite los datos de pago cuando vaya a pagar.',
    },
    pending: {
      heading: 'Pagar a {merchant}',
      text: 'Envíe el importe exacto a la cuenta que se indica abajo.',
    },
    verifying: {
      heading: 'Estamos comprobando su pago',
      text: 'No tiene que pagar nada más. Esta página mostrará el resultado en cuanto lo haya.',
    },
    completed: {
      heading: 'Pago completado',
      text: 'Su pago ha llegado. Hemos avisado a {merchant}.',
    },
    expired: {
      heading: 'El tiempo para pagar ha terminado',
      text: 'Por favor, no envíe más dinero para este pedido. Si ya ha pagado, el dinero no se ha perdido: {contact} puede ayudarle.',
    },
    canceled: {
      heading: 'Pago cancelado',
      text: 'Por favor, no envíe dinero para este pedido. Si ya ha pagado, póngase en contacto con {contact}.',
    },
    failed: {
      heading: 'Pago no confirmado',
      text: 'No hemos podido confirmar este pago. Si el dinero ha salido de su cuenta, póngase en contacto con {contact}.',
    },
    disputed: {
      heading: 'Este pago está en revisión',
      text: 'Hay una consulta abierta sobre este pago. Por ahora no tiene que hacer nada.',
    },
    reversed: {
      heading: 'Pago anulado',
      text: 'El dinero de este pago ha sido retirado. Póngase en contacto con {contact} si no lo esperaba.',
    },
  },
  payout: {
    created: {
      heading: 'Su pago se está preparando',
      text: '{merchant} le envía dinero. Esta página mostrará cuándo está en camino.',
    },
    processing: {
      heading: 'Su pago está en camino',
      text: 'Se le está enviando el dinero. Según su banco, puede tardar un poco.',
    },
    completed: {
      heading: 'Pago enviado',
      text: 'El dinero se ha enviado a la cuenta que se indica abajo. Su banco puede tardar un poco en mostrarlo.',
    },
    canceled: {
      heading: 'Pago cancelado',
      text: 'No se ha enviado dinero. Póngase en contacto con {contact}.',
    },
    failed: {
      heading: 'Pago fallido',
      text: 'No le ha llegado dinero. Póngase en contacto con {contact}.',
    },
    disputed: {
      heading: 'Este pago está en revisión',
      text: 'Estamos preguntando al banco dónde está el dinero. Por ahora no tiene que hacer nada.',
    },
    reversed: {
      heading: 'Pago devuelto',
      text: 'El banco ha devuelto el dinero. Póngase en contacto con {contact} para acordar otra forma de cobro.',
    },
  },
};

export const SPANISH_REASONS: ReasonTexts = {
  timeout: null,
  declined_by_customer: 'Lo canceló usted.',
  declined_by_merchant: 'Lo canceló la tienda.',
  declined_by_operator: 'Lo canceló el servicio de pagos.',
  amount_mismatch:
    'El importe que ha llegado no es el que se pidió. Una persona decidirá qué se hace con él. Por favor, no lo envíe otra vez.',
  paid_late:
    'Su pago llegó cuando el tiempo para pagar ya había terminado, por lo que se comprueba a mano.',
  paid_after_cancel:
    'Su pago llegó cuando el pedido ya estaba cancelado. Una persona decidirá si todavía vale o si se devuelve.',
  payment_not_found: 'No nos ha llegado ningún pago con estos datos.',
  duplicate_utr_claim:
    'El mismo UTR se indicó también para otro pedido. Una persona comprueba cuál de los dos se pagó. Por favor, compare el suyo con el que muestra su banco.',
  fake_proof: 'El banco no ha podido confirmar el comprobante de este pago.',
  account_blocked: 'La cuenta no puede recibir pagos en este momento.',
  held_for_review: 'Una persona revisa este pago antes de que siga adelante.',
  beneficiary_rejected: 'El banco no aceptó la cuenta a la que debía ir el dinero.',
  bank_returned: 'El banco ha devuelto el dinero.',
  insufficient_evidence: 'No había pruebas suficientes de que se hiciera el pago.',
};

export const SPANISH_SAID_PAID: PageTexts['said_paid'] = {
  pending: {
    heading: 'Estamos buscando su pago',
    text: 'El {at} nos dijo que ha pagado. No vuelva a pagar, por favor. Esta página mostrará su pago en cuanto lo encontremos.',
  },
  expired: {
    heading: 'Aún no hemos encontrado su pago',
    text: 'El {at} nos dijo que ha pagado. No vuelva a pagar, por favor. Introduzca abajo su UTR para que lo busquemos, o contacte con {contact}.',
  },
};
