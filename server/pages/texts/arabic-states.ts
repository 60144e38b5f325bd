// Arabic: a trade's states and their reasons.
import type { PageTexts, ReasonTexts, StateTexts } from './texts.ts';

export const ARABIC_STATES: StateTexts = {
  payin: {
    created: {
      heading: 'الدفع إلى {merchant}',
      text: 'طلبك بانتظار الدفع. اعرض بيانات الدفع عندما تكون مستعدًا.',
    },
    pending: {
      heading: 'الدفع إلى {merchant}',
      text: 'أرسل المبلغ المحدد بالضبط إلى الحساب أدناه.',
    },
    verifying: {
      heading: 'نتحقق الآن من دفعتك',
      text: 'لا يلزمك دفع أي شيء آخر. يستغرق التحقق عادةً بضع دقائق، لكن بعض البنوك لا تُبلغ عن الدفعات إلا في يوم العمل التالي. يمكنك إغلاق هذه الصفحة والعودة لاحقًا.',
    },
    completed: {
      heading: 'اكتمل الدفع',
      text: 'تم تأكيد دفعتك، وأبلغنا {merchant} بذلك.',
    },
    expired: {
      heading: 'انتهت مهلة الدفع',
      text: 'يرجى عدم إرسال أي مبلغ لهذا الطلب بعد الآن. إذا كنت قد دفعت بالفعل فمالك لم يضِع: اطلب المساعدة من {contact}.',
    },
    canceled: {
      heading: 'تم إلغاء الدفع',
      text: 'يرجى عدم إرسال أي مبلغ لهذا الطلب. إذا كنت قد دفعت بالفعل فتواصل مع {contact}.',
    },
    failed: {
      heading: 'لم يتم تأكيد الدفع',
      text: 'لم نتمكن من تأكيد هذه الدفعة. إذا خُصم المبلغ من حسابك فتواصل مع {contact}.',
    },
    disputed: {
      heading: 'هذه الدفعة قيد المراجعة',
      text: 'هناك استفسار مفتوح بشأن هذه الدفعة. لا يلزمك فعل أي شيء الآن.',
    },
    reversed: {
      heading: 'استُردّت الدفعة',
      text: 'تم استرداد مبلغ هذه الدفعة. إذا لم تكن تتوقع ذلك فتواصل مع {contact}.',
    },
  },
  payout: {
    created: {
      heading: 'يجري تجهيز دفعتك',
      text: 'سيرسل إليك {merchant} مالًا. ستعرف من هذه الصفحة متى يصبح في الطريق.',
    },
    processing: {
      heading: 'دفعتك في الطريق',
      text: 'المال في طريقه إليك. قد يستغرق ذلك بعض الوقت حسب بنكك.',
    },
    completed: {
      heading: 'أُرسلت الدفعة',
      text: 'أُرسل المال إلى الحساب أدناه. قد يحتاج بنكك إلى بعض الوقت لإظهاره.',
    },
    canceled: {
      heading: 'أُلغيت الدفعة',
      text: 'لم يُرسل أي مال. تواصل مع {contact}.',
    },
    failed: {
      heading: 'فشلت الدفعة',
      text: 'لم يصلك أي مال. تواصل مع {contact}.',
    },
    disputed: {
      heading: 'هذه الدفعة قيد المراجعة',
      text: 'نسأل البنك عن مكان المال. لا يلزمك فعل أي شيء الآن.',
    },
    reversed: {
      heading: 'أُعيدت الدفعة',
      text: 'أعاد البنك المال. تواصل مع {contact} للاتفاق على طريقة أخرى لاستلامه.',
    },
  },
};

export const ARABIC_REASONS: ReasonTexts = {
  timeout: null,
  declined_by_customer: 'أنت من ألغى الدفع.',
  declined_by_merchant: 'المتجر هو من ألغى الدفع.',
  declined_by_operator: 'خدمة الدفع هي من ألغت الدفع.',
  amount_mismatch:
    'المبلغ الذي وصل ليس المبلغ المطلوب. نتحقق الآن مما يجب فعله. يرجى عدم الدفع مرة أخرى.',
  paid_late: 'وصلت دفعتك بعد انتهاء مهلة الدفع، ولذلك يجري التحقق منها يدويًا.',
  paid_after_cancel: 'وصلت دفعتك بعد إلغاء الطلب. نتحقق الآن هل تُحتسب أم تُعاد إليك.',
  payment_not_found: 'لم تصلنا أي دفعة بهذه البيانات.',
  duplicate_utr_claim:
    'أُدخل رقم UTR نفسه لطلب آخر أيضًا. نتحقق الآن من الطلب الذي يخصّه. يرجى مقارنة رقمك بما يعرضه بنكك.',
  fake_proof: 'لم يؤكد البنك صحة إثبات هذه الدفعة.',
  account_blocked: 'لا يمكن لهذا الحساب استقبال المدفوعات حاليًا.',
  held_for_review: 'نراجع هذه الدفعة قبل استكمالها.',
  beneficiary_rejected: 'لم يقبل البنك الحساب الذي كان المال سيذهب إليه.',
  bank_returned: 'أعاد البنك المال.',
  insufficient_evidence: 'لم تكن هناك أدلة كافية على أن الدفع قد تم.',
  payin_taken_back: 'استُرجعت الدفعة التي كان هذا المال سيُدفع منها.',
};

export const ARABIC_UNPAID_REASONS: PageTexts['unpaid_reasons'] = {
  paid_late: 'وصلنا رقم UTR بعد انتهاء مهلة الدفع. نتحقق الآن من وصول أي دفعة.',
  paid_after_cancel: 'وصلنا رقم UTR بعد إلغاء الطلب. نتحقق الآن من وصول أي دفعة.',
};

export const ARABIC_SAID_PAID: PageTexts['said_paid'] = {
  pending: {
    heading: 'نبحث الآن عن دفعتك',
    text: 'أخبرتنا أنك دفعت. يرجى عدم الدفع مرة أخرى. ستظهر دفعتك هنا فور العثور عليها.',
  },
  expired: {
    heading: 'لم نعثر على دفعتك بعد',
    text: 'أخبرتنا أنك دفعت. يرجى عدم الدفع مرة أخرى. أدخل رقم UTR أدناه لنبحث عنها، أو تواصل مع {contact}.',
  },
};
