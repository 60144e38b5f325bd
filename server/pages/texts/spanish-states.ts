// Spanish: a trade's states and their reasons.
import type { PageTexts, ReasonTexts, StateTexts } from './texts.ts';

export const SPANISH_STATES: StateTexts = {
  payin: {
    created: {
      heading: 'Pagar a {merchant}',
      text: 'Su pedido está pendiente de pago. Pida los datos cuando vaya a pagar.',
    },
    pending: {
      heading: 'Pagar a {merchant}',
      text: 'Envíe el importe exacto a la cuenta que se indica abajo.',
    },
    verifying: {
      heading: 'Estamos comprobando su pago',
      text: 'No tiene que pagar nada más. Suele tardar unos minutos, aunque algunos bancos informan de los pagos el siguiente día hábil. Puede cerrar esta página y volver más tarde.',
    },
    completed: {
      heading: 'Pago completado',
      text: 'Su pago está confirmado. Ya hemos avisado a {merchant}.',
    },
    expired: {
      heading: 'El plazo para pagar ha terminado',
      text: 'Por favor, ya no envíe dinero para este pedido. Si ya ha pagado, su dinero no se ha perdido: {contact} puede ayudarle.',
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
      heading: 'Pago revertido',
      text: 'El dinero que pagó se ha retirado. Si no lo esperaba, póngase en contacto con {contact}.',
    },
  },
  payout: {
    created: {
      heading: 'Su pago se está preparando',
      text: '{merchant} le va a enviar dinero. Esta página le avisará cuando esté en camino.',
    },
    processing: {
      heading: 'Su pago está en camino',
      text: 'El dinero va en camino. Según su banco, puede tardar un poco.',
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
    'El importe que ha llegado no es el que se pidió. Estamos viendo qué hacer con él. Por favor, no lo envíe otra vez.',
  paid_late:
    'Su pago llegó cuando el plazo para pagar ya había terminado, así que lo estamos comprobando manualmente.',
  paid_after_cancel:
    'Su pago llegó cuando el pedido ya estaba cancelado. Estamos viendo si todavía es válido o si se le devuelve.',
  payment_not_found: 'No nos ha llegado ningún pago con estos datos.',
  duplicate_utr_claim:
    'Ese mismo UTR se envió también para otro pedido. Estamos comprobando a cuál de los dos corresponde. Por favor, compare el suyo con el que muestra su banco.',
  fake_proof: 'El banco no ha podido confirmar el comprobante de este pago.',
  account_blocked: 'Esta cuenta no puede recibir pagos en este momento.',
  held_for_review: 'Estamos revisando este pago antes de darle curso.',
  beneficiary_rejected: 'El banco no aceptó la cuenta a la que debía ir el dinero.',
  bank_returned: 'El banco ha devuelto el dinero.',
  insufficient_evidence: 'No había pruebas suficientes de que el pago se hiciera.',
  payin_taken_back: 'Se anuló el pago del que salía este dinero.',
};

export const SPANISH_UNPAID_REASONS: PageTexts['unpaid_reasons'] = {
  paid_late:
    'Recibimos su UTR cuando el plazo para pagar ya había terminado. Estamos comprobando si ha llegado algún pago.',
  paid_after_cancel:
    'Recibimos su UTR cuando el pedido ya estaba cancelado. Estamos comprobando si ha llegado algún pago.',
};

export const SPANISH_SAID_PAID: PageTexts['said_paid'] = {
  pending: {
    heading: 'Estamos buscando su pago',
    text: 'Nos ha dicho que ya pagó. No vuelva a pagar, por favor. Su pago aparecerá aquí en cuanto lo encontremos.',
  },
  expired: {
    heading: 'Aún no hemos encontrado su pago',
    text: 'Nos ha dicho que ya pagó. No vuelva a pagar, por favor. Introduzca abajo su UTR y lo buscaremos, o contacte con {contact}.',
  },
};
