// Spanish: pasted messages, "I have paid" and receipts.
import type { EvidenceTexts } from './evidence-texts.ts';

export const SPANISH_EVIDENCE: EvidenceTexts = {
  paste: 'También puede pegar el mensaje completo de su banco: nosotros buscamos el UTR.',
  choose: '¿Cuál de estos es su UTR?',
  locked: 'El UTR ya no se puede cambiar aquí. Si es incorrecto, contacte con {contact}.',
  paid: {
    heading: '¿Ha pagado y no tiene UTR?',
    text: 'Díganoslo y buscaremos su pago por importe, cuenta y hora. El plazo para pagar sigue corriendo.',
    send: 'He pagado',
    said: 'Nos ha dicho que ya pagó. Estamos buscando su pago. No vuelva a pagar, por favor.',
  },
  receipt: {
    heading: 'Comprobante del pago',
    help: 'Una captura de pantalla o una foto de su banco: JPG, PNG o WebP, de 10 MB como máximo. Si tiene un PDF, envíe una captura. Solo la ven las personas que comprueban los pagos.',
    label: 'Archivo',
    send: 'Enviar comprobante',
    given: 'Recibido: {type}, {size}',
    full: 'No se pueden enviar más comprobantes para este pedido.',
  },
  dispute: {
    ask: 'He pagado, pero no está confirmado',
    ask_text:
      'Díganos cuándo y cómo pagó. Alguien lo revisará y le responderá aquí. Puede preguntar una vez por cada pedido.',
    heading: 'Su consulta sobre este pago',
    waits: 'Lo estamos revisando. Las respuestas aparecen aquí.',
    waits_for_you: 'Necesitamos una respuesta suya.',
    over: 'Ya se ha tomado una decisión.',
    you: 'Usted',
    service: 'Servicio de pagos',
    file: '(con un archivo)',
    label: 'Mensaje',
    seen: 'Lo leerán {merchant} y las personas que comprueban los pagos. No escriba números de tarjeta, PIN ni contraseñas.',
    send: 'Enviar mensaje',
  },
  problems: {
    utr_too_long:
      'Este texto es demasiado largo. Escriba solo el UTR o el mensaje en el que su banco lo indica.',
    utr_not_found:
      'No hemos encontrado ningún UTR en este texto. Escriba solo el número que su banco llama UTR, referencia o ID de la transacción.',
    utr_own_number:
      'Este es un número que le dimos nosotros, no el UTR. El UTR es el número que su banco dio a la transferencia.',
    utr_account_number:
      'Este es el número de una cuenta, una tarjeta o un teléfono, no el UTR. Escriba el número que su banco dio a la transferencia.',
    utr_amount_or_date:
      'Esto es un importe o una fecha, no el UTR. Escriba el número que su banco dio a la transferencia.',
    utr_unsure: 'No sabemos con seguridad qué número es el UTR. Elíjalo o escríbalo usted.',
    receipt_empty: 'Elija primero un archivo.',
    receipt_too_large: 'El archivo ocupa más de 10 MB. Una captura de pantalla es suficiente.',
    receipt_wrong_type:
      'Este es un archivo {found}. Envíe una captura o una foto (JPG, PNG o WebP).',
    receipt_pdf: 'No podemos aceptar archivos PDF. Abra el suyo y envíe una captura de pantalla.',
    receipt_unknown_type:
      'No podemos leer este tipo de archivo. Envíe una captura o una foto (JPG, PNG o WebP).',
    receipt_damaged:
      'El archivo está dañado o incompleto. Envíelo otra vez, o una captura de pantalla.',
    receipt_mixed:
      'El archivo contiene algo oculto, por eso no podemos aceptarlo. Envíe una captura de pantalla.',
    receipt_oversized: 'La imagen es demasiado grande. Envíe una captura de pantalla.',
    receipt_animated: 'Es una imagen animada. Envíe una captura de pantalla.',
    receipt_full:
      'No se pueden enviar más comprobantes para este pedido. Ya tenemos los que envió.',
    receipt_tried: 'Varios de sus archivos no se han podido leer. Contacte con {contact}.',
    receipt_busy:
      'En este momento se están enviando muchos archivos. Inténtelo de nuevo dentro de un minuto.',
    words_empty: 'Escriba algo primero.',
    words_too_long: 'Este texto es demasiado largo. Escriba 2000 caracteres como máximo.',
  },
};
