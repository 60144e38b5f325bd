// Arabic: a trade's states and their reasons.
import type { PageTexts, ReasonTexts, StateTexts } from './texts.ts';

export const ARABIC_STATES: StateTexts = {
  payin: {
    created: {
      heading: 'الدفع إلى {merchant}',
      text: 'طلبك في الانتظار. اطلب بيانات الدفع عندما تكون مستعدًا للدفع.',
    },
    pending: {
      heading: 'الدفع إلى {merchant}',
      text: 'أرسل المبلغ المحدد بالضبط إلى الحساب أدناه.',
    },
    verifying: {
      heading: 'نتحقق الآن من دفعتك',
      text: 'لا يلزمك دفع أي شيء آخر. ستعرض هذه الصفحة النتيجة فور ظهورها.',
    },
    completed: {
      heading: 'اكتمل الدفع',
      text: 'وصلت دفعتك. وقد أبلغنا {merchant} بذلك.',
    },
    expired: {
      heading: 'انتهت مهلة الدفع',
      text: 'يرجى عدم إرسال أي مبلغ لهذا الطلب بعد الآن. إذا كنت قد دفعت بالفعل فإن المال لم يضع: يمكنك طلب المساعدة من {contact}.',
    },
    canceled: {
      heading: 'أُلغي الدفع',
      text: 'يرجى عدم إرسال أي مبلغ لهذا الطلب. إذا كنت قد دفعت بالفعل فتواصل مع {contact}.',
    },
    failed: {
      heading: 'لم يتأكد الدفع',
      text: 'لم نتمكن من تأكيد هذه الدفعة. إذا خرج المال من حسابك فتواصل مع {contact}.',
    },
    disputed: {
      heading: 'هذه الدفعة قيد المراجعة',
      text: 'هناك استفسار مفتوح بشأن هذه الدفعة. لا يلزمك فعل أي شيء الآن.',
    },
    reversed: {
      heading: 'استُردّت الدفعة',
      text: 'سُحب مال هذه الدفعة مرة أخرى. إذا لم تكن تتوقع ذلك فتواصل مع {contact}.',
    },
  },
  payout: {
    created: {
      heading: 'يجري تجهيز دفعتك',
      text: 'سيصلك مال من {merchant}. ستعرض هذه الصفحة متى يصبح في الطريق.',
    },
    processing: {
      heading: 'دفعتك في الطريق',
      text: 'يجري إرسال المال إليك. قد يستغرق ذلك بعض الوقت حسب مصرفك.',
    },
    completed: {
      heading: 'أُرسلت الدفعة',
      text: 'أُرسل المال إلى الحساب أدناه. قد يحتاج مصرفك إلى بعض الوقت لإظهاره.',
    },
    canceled: {
      heading: 'أُلغيت الدفعة',
      text: 'لم يُرسل أي مال. تواصل مع {contact}.',
    },
    failed: {
      heading: 'تعذّرت الدفعة',
      text: 'لم يصلك أي مال. تواصل مع {contact}.',
    },
    disputed: {
      heading: 'هذه الدفعة قيد المراجعة',
      text: 'نسأل المصرف عن مكان المال. لا يلزمك فعل أي شيء الآن.',
    },
    reversed: {
      heading: 'أُعيدت الدفعة',
      text: 'أعاد المصرف المال. تواصل مع {contact} للاتفاق على طريقة أخرى لاستلامه.',
    },
  },
};

export const ARABIC_REASONS: ReasonTexts = {
  timeout: null,
  declined_by_customer: 'أنت من ألغاه.',
  declined_by_merchant: 'ألغاه المتجر.',
  declined_by_operator: 'ألغته خدمة الدفع.',
  amount_mismatch:
    'المبلغ الذي وصل ليس المبلغ المطلوب. سيقرر موظف ما سيحدث به. يرجى عدم إرساله مرة أخرى.',
  paid_late: 'وصلت دفعتك بعد انتهاء مهلة الدفع، ولذلك يجري التحقق منها يدويًا.',
  paid_after_cancel: 'وصلت دفعتك بعد إلغاء الطلب. سيقرر موظف هل تُحتسب أم تُعاد.',
  payment_not_found: 'لم تصلنا أي دفعة بهذه البيانات.',
  duplicate_utr_claim:
    'أُدخل رقم UTR نفسه لطلب آخر أيضًا. يتحقق موظف الآن من الطلب الذي دُفع به. يرجى مقارنة رقمك بما يعرضه مصرفك.',
  fake_proof: 'لم يؤكد المصرف إثبات هذه الدفعة.',
  account_blocked: 'لا يمكن لهذا الحساب استقبال المدفوعات حاليًا.',
  held_for_review: 'يراجع موظف هذه الدفعة قبل أن تُستكمل.',
  beneficiary_rejected: 'لم يقبل المصرف الحساب الذي كان المال سيذهب إليه.',
  bank_returned: 'أعاد المصرف المال.',
  insufficient_evidence: 'لم تكن هناك أدلة كافية على إتمام الدفع.',
};

export const ARABIC_SAID_PAID: PageTexts['said_paid'] = {
  pending: {
    heading: 'نبحث الآن عن دفعتك',
    text: 'أخبرتنا في {at} أنك دفعت. يرجى عدم الدفع مرة أخرى. ستظهر دفعتك في هذه الصفحة فور العثور عليها.',
  },
  expired: {
    heading: 'لم نعثر على دفعتك بعد',
    text: 'أخبرتنا في {at} أنك دفعت. يرجى عدم الدفع مرة أخرى. أدخل رقم UTR أدناه لنبحث عنها، أو تواصل مع {contact}.',
  },
};
