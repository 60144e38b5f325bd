// English: pasted messages, "I have paid" and receipts.
import type { EvidenceTexts } from './evidence-texts.ts';

export const ENGLISH_EVIDENCE: EvidenceTexts = {
  paste: 'You can also paste your bank’s whole message: we’ll find the UTR in it.',
  choose: 'Which of these is your UTR?',
  locked: 'You can’t change the UTR here any more. If it’s wrong, contact {contact}.',
  paid: {
    heading: 'Paid, but no UTR?',
    text: 'Let us know, and we’ll look for your payment by its amount, account and time. The timer keeps running.',
    send: 'I have paid',
    said: 'You’ve told us that you paid. We’re looking for your payment. Please don’t pay again.',
  },
  receipt: {
    heading: 'Payment receipt',
    help: 'A screenshot or a photo from your bank: JPG, PNG or WebP, at most 10 MB. If you have a PDF, send a screenshot of it. Only people who check payments see it.',
    label: 'File',
    send: 'Send receipt',
    given: 'Received: {type}, {size}',
    full: 'You can’t send more receipts for this order.',
  },
  dispute: {
    ask: 'I paid, but it isn’t confirmed',
    ask_text:
      'Tell us when and how you paid. Someone will look into it and answer here. You can ask once per order.',
    heading: 'Your question about this payment',
    waits: 'We’re looking into it. Answers appear here.',
    waits_for_you: 'We need an answer from you.',
    over: 'A decision has been made.',
    you: 'You',
    service: 'Payment service',
    file: '(with a file)',
    label: 'Message',
    seen: '{merchant} and the people who check payments can read this. Please don’t include card numbers, PINs or passwords.',
    send: 'Send message',
  },
  problems: {
    utr_too_long:
      'This text is too long. Please enter only the UTR, or the message in which your bank names it.',
    utr_not_found:
      'We couldn’t find a UTR in this text. Please enter only the number your bank calls UTR, reference or transaction ID.',
    utr_own_number:
      'This is a number we gave you, not the UTR. The UTR is the number your bank gave the transfer.',
    utr_account_number:
      'This is the number of an account, a card or a phone, not the UTR. Please enter the number your bank gave the transfer.',
    utr_amount_or_date:
      'This is an amount or a date, not the UTR. Please enter the number your bank gave the transfer.',
    utr_unsure: 'We’re not sure which number is the UTR. Please choose it, or enter it yourself.',
    receipt_empty: 'Please choose a file first.',
    receipt_too_large: 'The file is larger than 10 MB. A screenshot is enough.',
    receipt_wrong_type:
      'This is a {found} file. Please send a screenshot or a photo (JPG, PNG or WebP).',
    receipt_pdf: 'We can’t take PDF files. Please open yours and send a screenshot of it.',
    receipt_unknown_type:
      'We can’t read this kind of file. Please send a screenshot or a photo (JPG, PNG or WebP).',
    receipt_damaged:
      'The file is damaged or incomplete. Please send it again, or a screenshot of it.',
    receipt_mixed:
      'There’s something else hidden in this file, so we can’t take it. Please send a screenshot.',
    receipt_oversized: 'This picture is too large. Please send a screenshot.',
    receipt_animated: 'This picture is animated. Please send a screenshot.',
    receipt_full: 'You can’t send more receipts for this order. We’ve kept the ones you sent.',
    receipt_tried: 'We couldn’t read several of your files. Please contact {contact}.',
    receipt_busy: 'Many people are sending files right now. Please try again in a minute.',
    words_empty: 'Please write something first.',
    words_too_long: 'This text is too long. Please use at most 2,000 characters.',
  },
};
