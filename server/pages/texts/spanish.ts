// Spanish: every text of the customers' pages.

import { SANDBOX_TEXTS } from './sandbox-texts.ts';
import { SPANISH_EVIDENCE } from './spanish-evidence.ts';
import {
  SPANISH_REASONS,
  SPANISH_SAID_PAID,
  SPANISH_STATES,
  SPANISH_UNPAID_REASONS,
} from './spanish-states.ts';
import type { PageTexts } from './texts.ts';

export const SPANISH: PageTexts = {
  lang: 'es',
  dir: 'ltr',
  name: 'Español',
  titles: {
    payin: '{heading} – {amount}',
    payout: '{heading} – {amount} de {merchant}',
    problem: 'Problema: {title}',
  },
  labels: {
    merchant_payin: 'Pago a',
    merchant_payout: 'Pago de',
    language: 'Idioma',
    amount: 'Importe',
    requested: 'Importe solicitado',
    received: 'Importe recibido',
    holder: 'Titular de la cuenta',
    payee: 'Para',
    bank: 'Banco',
    reference: 'Referencia',
    order: 'Pedido',
    bought: 'Concepto',
    utr: 'UTR',
    said_at: 'Nos avisó',
    created_at: 'Creado',
    completed_at: 'Completado',
    pay_to: 'Pague a esta cuenta',
    pay_after_all: '¿Todavía no ha pagado? Ver los datos de pago',
    details: 'Detalles',
    paid_account: 'Pagado a',
    contact: 'Contacte con {merchant}:',
    sandbox: 'Entorno de pruebas: aquí no se mueve dinero real.',
    shifted:
      '{merchant} pidió {requested}. Por favor, pague exactamente {amount}: esa pequeña diferencia nos indica que el pago es suyo.',
  },
  numbers: {
    card: 'Número de tarjeta',
    account: 'Número de cuenta',
    iban: 'IBAN',
    upi: 'ID de UPI',
    phone: 'Número de teléfono',
  },
  other_number: 'Número',
  states: SPANISH_STATES,
  said_paid: SPANISH_SAID_PAID,
  reasons: SPANISH_REASONS,
  unpaid_reasons: SPANISH_UNPAID_REASONS,
  time_left: {
    minutes: {
      one: 'Queda {count} minuto para pagar',
      other: 'Quedan {count} minutos para pagar',
    },
    last_minutes: 'Quedan menos de 3 minutos para pagar',
    seconds: 'Queda menos de un minuto para pagar',
    over: 'El tiempo para pagar está terminando',
  },
  steps: {
    heading: 'Cómo pagar',
    open: 'Abra la aplicación o la web de su banco.',
    open_upi: 'Abra su aplicación de UPI.',
    send: 'Envíe exactamente {amount} a la cuenta de arriba, en una sola transferencia.',
    reference: 'Si hay un campo para una nota o un concepto, escriba en él {reference}.',
    check_name:
      'Compruebe el nombre: su aplicación mostrará {holder}. Si muestra a otra persona, no pague.',
    come_back: 'Vuelva a esta página para ver cuándo llega su pago.',
    enter_utr: 'Vuelva a esta página e introduzca el UTR de su transferencia.',
    safety: 'Nunca le pedimos su PIN ni un código de un solo uso (OTP). No los comparta con nadie.',
  },
  qr: {
    upi: 'Escanéelo con cualquier aplicación de UPI',
    upi_image: 'Código QR de este pago por UPI, con destinatario, importe y referencia',
    number: 'Escanéelo para pasar el número a su teléfono',
    number_image: 'Código QR del número al que hay que pagar',
    open_app: 'Abrir la aplicación de UPI',
    open_app_hint: 'El destinatario, el importe y la referencia ya estarán puestos.',
    other_app: 'Otra aplicación de UPI',
    no_app:
      '¿No se ha abierto ninguna aplicación? Copie el ID de UPI y el importe en la suya, o escanee el código QR con otro teléfono.',
  },
  utr: {
    heading: '¿Ya ha pagado? Introduzca su UTR',
    heading_needed: 'Después de pagar, introduzca su UTR',
    heading_change: 'Corregir el UTR',
    heading_late: '¿Ya había pagado? Introduzca su UTR',
    optional:
      'Casi siempre encontramos los pagos sin el UTR, pero con él encontraremos antes el suyo.',
    needed:
      'Necesitamos su UTR: otras personas están pagando el mismo importe a esta cuenta y solo el UTR muestra cuál es su pago.',
    label: 'UTR (número de su transferencia)',
    claimed: 'Su UTR',
    send: 'Enviar UTR',
    changes_left: {
      one: 'Puede corregirlo {count} vez más.',
      other: 'Puede corregirlo {count} veces más.',
    },
    any: {
      help: 'De 8 a 35 letras y cifras. Su banco lo muestra en los datos de la transferencia. Los espacios no importan.',
      format: 'Un UTR tiene de 8 a 35 letras y cifras. Por favor, compruebe lo que ha escrito.',
    },
    rrn12: {
      help: '12 cifras. Aparecen en los detalles del pago en su aplicación de UPI. Los espacios no importan.',
      format:
        'El UTR de un pago por UPI tiene exactamente 12 cifras. Por favor, compruebe lo que ha escrito.',
    },
  },
  actions: {
    copy: 'Copiar',
    copied: 'Copiado',
    copied_value: 'Copiado: {value}',
    uncopied: 'Su navegador no ha podido copiarlo. Ya está seleccionado: cópielo usted.',
    print: 'Imprimir',
    assign: 'Mostrar los datos de pago',
    cancel: 'Cancelar este pago',
    cancel_hint: 'Cancele solo si no ha enviado dinero. Un pago cancelado no se puede reabrir.',
    cancel_yes: 'Sí, cancelarlo',
    return: 'Volver a {merchant}',
    return_notice: 'Le llevará a {host}',
    returning: 'Enseguida volverá a {host}.',
    stay: 'Quedarse en esta página',
    refresh: 'Actualizar',
    refresh_hint: 'Actualice la página para ver el estado más reciente.',
    updates:
      'Esta página se actualiza sola. Puede cerrarla y volver más tarde con el mismo enlace.',
    back: 'Volver al pago',
  },
  sending: {
    sending: 'Enviando…',
    kept: 'No tiene conexión y esto no se ha enviado. Lo enviaremos en cuanto vuelva a tenerla. No cierre esta página.',
    offline:
      'No tiene conexión y esto no se ha enviado. Inténtelo de nuevo cuando vuelva a tenerla.',
    unsure:
      'Se ha cortado la conexión y aún no sabemos si esto ha llegado. Lo estamos comprobando.',
    missed: 'Esto no nos ha llegado y no ha cambiado nada. Envíelo de nuevo, por favor.',
    lost: 'No se ha aceptado esto: {text}. Guárdelo por si {contact} lo necesita.',
  },
  half: 'Esta página no se ha cargado del todo. Recárguela antes de pagar, por favor.',
  connection_lost: 'No hay conexión en este momento. La página se actualizará sola cuando vuelva.',
  evidence: SPANISH_EVIDENCE,
  sandbox: SANDBOX_TEXTS.es,
  problems: {
    utr_missing: 'Por favor, introduzca el UTR de su transferencia.',
    utr_format: 'Por favor, compruebe lo que ha escrito.',
    utr_already_used:
      'La transferencia con este UTR ya se usó para pagar otro pedido. Por favor, compruebe el número.',
    utr_too_late:
      'Ya es tarde para enviar un UTR para este pedido. Por favor, póngase en contacto con {contact}.',
    utr_change_limit:
      'El UTR ya no se puede cambiar. Por favor, póngase en contacto con {contact}.',
    utr_locked:
      'Ha habido demasiados intentos. Por favor, póngase en contacto con {contact} e indíquele su UTR.',
    act_not_allowed: 'Esto ya no es posible. La página muestra ahora el estado de su pago.',
    receipt_page: 'Esta página es un comprobante: desde aquí no se puede enviar ni cancelar nada.',
    no_receiving_account_available:
      'En este momento todas las cuentas están ocupadas. Por favor, inténtelo de nuevo en un minuto.',
    rate_limited: 'Demasiados intentos seguidos. Por favor, inténtelo de nuevo en un minuto.',
    other: 'No se ha podido completar. Por favor, inténtelo de nuevo.',
  },
  errors: {
    not_found: {
      heading: 'Página no encontrada',
      text: 'Por favor, compruebe el enlace o pida uno nuevo a la tienda.',
    },
    foreign: {
      heading: 'No ha cambiado nada',
      text: 'El formulario no se envió desde la página de pago, o su navegador oculta de dónde procede. Abra la página de pago e inténtelo de nuevo.',
    },
    invalid: {
      heading: 'No ha cambiado nada',
      text: 'No hemos podido leer lo que se envió. Abra la página de pago e inténtelo de nuevo.',
    },
    rate_limited: {
      heading: 'Demasiadas solicitudes',
      text: 'Estas páginas se han abierto demasiadas veces desde su red. Por favor, espere un minuto e inténtelo de nuevo.',
    },
    unavailable: {
      heading: 'Por favor, inténtelo de nuevo en un momento',
      text: 'El servicio no está disponible ahora. Recargue esta página en unos segundos, por favor.',
    },
    unconfirmed: {
      heading: 'Aún no hemos podido confirmarlo',
      text: 'El servicio no está disponible ahora y no sabemos si ha llegado lo que acaba de enviar. Vuelva al pago en unos segundos y verá lo que nos consta.',
    },
    unsent: {
      heading: 'Por favor, envíelo de nuevo en un momento',
      text: 'Ahora mismo estamos saturados y no hemos podido recibir lo que acaba de enviar. Vuelva al pago y envíelo de nuevo en unos segundos.',
    },
    internal: {
      heading: 'Algo ha fallado',
      text: 'El fallo es nuestro, no suyo. Por favor, recargue esta página en un momento.',
    },
  },
};
