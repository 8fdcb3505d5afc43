import { dateIn, isolated, listIn, numberIn, pluralIn } from './formats.ts'
import type { BudgetFacts, Sentences } from './shapes.ts'

const number = (value: number): string => numberIn('ar', value)

const budgetName = ({ scope, task, period }: BudgetFacts): string => {
  const budget = period === 'day' ? 'اليومية' : 'الشهرية'
  return {
    hub: `الميزانية ${budget} لهذا الوكيل`,
    person: `ميزانيتك ${budget} لهذا الوكيل`,
    task: `الميزانية ${budget} للمهمة ${isolated(task)}`,
  }[scope]
}

export const ar: Sentences = {
  budget: (facts) => {
    const { used, held, limit, isTokens, isUsedUp, resetsAt } = facts
    const unit = isTokens ? ' (بالرموز)' : ''
    const anew = `تتجدد في ${dateIn('ar', resetsAt)} الساعة 00:00 بالتوقيت العالمي المنسق.`
    if (isUsedUp) return `نفدت ${budgetName(facts)}: ${isolated(used)} من ${isolated(limit)}${unit}. ${anew}`
    const under = held === null ? '' : `، وحُجز ${isolated(held)} لإجابات قيد الكتابة`
    return `لا تكفي ${budgetName(facts)} لهذا الطلب: استُخدم ${isolated(used)} من ${isolated(limit)}${unit}${under}. ${anew}`
  },
  unpriced: (model) =>
    `لهذا الوكيل ميزانية بالدولار الأمريكي، وسعر نموذجه ${isolated(model)} غير معروف، فلا يمكن حساب التكلفة. يستطيع مسؤول إضافة السعر إلى ملف ${isolated('SVC_PRICES_FILE')} أو تحديد حد أقصى لسعر كل مليون رمز في ${isolated('SVC_UNPRICED_MODEL_USD')}.`,
  budgetUnavailable: 'تعذّر التحقق من ميزانيات هذا الوكيل الآن. أعد المحاولة بعد لحظة.',
  loop: 'تكرر الطلب نفسه من الجهة نفسها خلال دقيقة، أو من داخل إجابته، واستدعى أدوات في كل مرة. يبدو أن الوكيل يشغّل نفسه، لذلك أُوقف. انتظر دقيقة أو اطلب شيئًا آخر.',
  busy: `جميع عمليات الوكيل في هذا المركز مشغولة. أعد المحاولة بعد لحظة. ويستطيع المشغّل السماح بعدد أكبر منها في ${isolated('SVC_AGENT_MAX_PROCESSES')}.`,
  failed: (kind) => `فشل ذلك (${isolated(kind)}).`,
  modelFailed: {
    unauthorized: 'رفض مزوّد النموذج المفتاح.',
    rate_limited: 'لا يقبل مزوّد النموذج طلبات أخرى الآن.',
    bad_request: 'رفض مزوّد النموذج الطلب.',
    too_long: 'المحادثة أطول مما يتسع له النموذج.',
    unavailable: 'تعذّر الوصول إلى مزوّد النموذج أو لديه عطل.',
    timeout: 'استغرق مزوّد النموذج وقتًا أطول من اللازم.',
    bad_answer: 'تعذّرت قراءة إجابة مزوّد النموذج.',
    window_too_small: 'نافذة السياق للنموذج أصغر من أن تتسع لتعليمات الوكيل وأدواته.',
  },
  forPeople: {
    unauthorized: 'نموذج الوكيل لا يقبل مفتاح المركز. أبلغ مسؤولًا.',
    rate_limited: 'يتلقى نموذج الوكيل طلبات كثيرة الآن. أعد المحاولة لاحقًا.',
    bad_request: 'رفض نموذج الوكيل الطلب. أبلغ مسؤولًا.',
    unavailable: 'تعذّر الوصول إلى نموذج الوكيل أو لديه عطل. أعد المحاولة لاحقًا. وإن لم ينفع ذلك فأبلغ مسؤولًا.',
    timeout: 'استغرق نموذج الوكيل وقتًا أطول من اللازم. أعد المحاولة.',
    bad_answer: 'تعذّرت قراءة إجابة نموذج الوكيل. أبلغ مسؤولًا.',
    window_too_small: 'تعليمات الوكيل وأدواته أطول مما يتسع له نموذجه. أبلغ مسؤولًا.',
    model_unpriced: 'لهذا الوكيل ميزانية، وسعر نموذجه غير معروف، فلا يمكن حساب التكلفة. أبلغ مسؤولًا.',
    agent_busy: 'الوكيل مشغول جدًا الآن. أعد المحاولة بعد لحظة.',
  },
  shortened: {
    summary: 'لم تعد الرسائل الأقدم في هذه المحادثة تتسع، لذلك أعتمد على ملخص لها.',
    partly: 'لم تعد الرسائل الأقدم في هذه المحادثة تتسع: أعتمد على ملخص لأحدثها، واستُبعدت أقدمها.',
    leftOut: 'لم تعد الرسائل الأقدم في هذه المحادثة تتسع، فاستُبعدت.',
  },
  leftOut: {
    moreFiles: (count) =>
      pluralIn('ar', count, {
        one: 'تلقى النموذج اسم ملف آخر فقط.',
        two: 'تلقى النموذج اسمي ملفين آخرين فقط.',
        few: `تلقى النموذج أسماء ${number(count)} ملفات أخرى فقط.`,
        many: `تلقى النموذج أسماء ${number(count)} ملفًا آخر فقط.`,
        other: `تلقى النموذج أسماء ${number(count)} ملف آخر فقط.`,
      }),
    unread: (name, problem) => `لم يُقرأ ${isolated(name)}. ${isolated(problem)}`,
    inPart: (name, shown, all) =>
      `يصل إلى النموذج أول ${number(shown)} حرف فقط من ${number(all)} في ${isolated(name)}.`,
    onlyNames: (reason, names, more) => {
      const others = pluralIn('ar', more, {
        one: 'ملف آخر',
        two: 'ملفين آخرين',
        few: `${number(more)} ملفات أخرى`,
        many: `${number(more)} ملفًا آخر`,
        other: `${number(more)} ملف آخر`,
      })
      const listed = listIn('ar', [...names.map(isolated), ...(more > 0 ? [others] : [])])
      return `${reason}، لذلك تلقى ${names.length + more === 1 ? 'اسم' : 'أسماء'} ${listed} فقط.`
    },
    kinds: {
      image: 'رؤية الصور',
      pdf: 'قراءة ملفات PDF',
      audio: 'سماع الملفات الصوتية',
      video: 'مشاهدة الفيديو',
    },
    kind: (ability) => `لا يستطيع هذا النموذج ${ability}`,
    format: (ability, format) => `لا يستطيع هذا النموذج ${ability} من نوع ${isolated(format)}`,
    damaged: 'لا يستطيع هذا النموذج رؤية صورة تالفة',
    bytes: (size, limit) => `صورة أكبر مما يقبله هذا النموذج (${isolated(size)}، والحد ${isolated(limit)})`,
    side: (pixels) => `صورة فيها بكسلات أكثر مما يقبله هذا النموذج (الحد ${number(pixels)} لكل جانب)`,
    count: 'عدد الصور أكبر مما يقبله هذا النموذج في مرة واحدة',
    total: 'حجم الملفات أكبر مما يقبله هذا النموذج في مرة واحدة',
    refused: 'رفض مزوّد النموذج ملفًا',
    otherCopy: 'قد تصلح نسخة أخرى من الصورة.',
    otherFormat: 'يصلح ملف JPEG أو PNG.',
    smaller: 'تصلح صورة أصغر.',
  },
  titles: {
    listFiles: { running: 'جارٍ سرد الملفات', done: 'سُردت الملفات', failed: 'تعذّر سرد الملفات' },
    searchFiles: {
      running: 'جارٍ البحث في الملفات',
      done: 'تم البحث في الملفات',
      failed: 'تعذّر البحث في الملفات',
    },
    save: {
      running: (name) => `جارٍ حفظ ${isolated(name)}`,
      done: (name) => `تم حفظ ${isolated(name)}`,
      failed: (name) => `تعذّر حفظ ${isolated(name)}`,
    },
    write: {
      running: (name) => `جارٍ كتابة ${isolated(name)}`,
      done: (name) => `تمت كتابة ${isolated(name)}`,
      failed: (name) => `تعذّرت كتابة ${isolated(name)}`,
    },
    read: {
      running: (name) => `جارٍ قراءة ${isolated(name)}`,
      done: (name) => `تمت قراءة ${isolated(name)}`,
      failed: (name) => `تعذّرت قراءة ${isolated(name)}`,
    },
    readSkill: {
      running: (name) => `جارٍ قراءة المهارة ${isolated(name)}`,
      done: (name) => `تمت قراءة المهارة ${isolated(name)}`,
      failed: (name) => `تعذّرت قراءة المهارة ${isolated(name)}`,
    },
    runCommand: { running: 'جارٍ تنفيذ أمر', done: 'نُفّذ أمر', failed: 'تعذّر تنفيذ أمر' },
    noteSave: { running: 'جارٍ حفظ ملاحظة', done: 'حُفظت ملاحظة عنك', failed: 'تعذّر حفظ ملاحظة' },
    noteList: { running: 'جارٍ قراءة الملاحظات', done: 'قُرئت الملاحظات عنك', failed: 'تعذّرت قراءة الملاحظات' },
    noteForget: { running: 'جارٍ حذف ملاحظة', done: 'حُذفت ملاحظة عنك', failed: 'تعذّر حذف ملاحظة' },
    subAgent: {
      running: (name) => `يعمل ${isolated(name)}`,
      done: (name) => `انتهى ${isolated(name)}`,
      failed: (name) => `لم يتمكن ${isolated(name)} من الإكمال`,
    },
    publish: { running: 'جارٍ نشر عمل', done: 'نُشر عمل', failed: 'تعذّر نشر عمل' },
    update: { running: 'جارٍ تحديث عمل', done: 'حُدّث عمل', failed: 'تعذّر تحديث عمل' },
    connectAccount: { running: 'جارٍ ربط حساب', done: 'عُرض ربط حساب', failed: 'تعذّر ربط حساب' },
    askPerson: { running: 'جارٍ طرح سؤال عليك', done: 'طُرح عليك سؤال', failed: 'تعذّر طرح سؤال عليك' },
    summarise: {
      running: 'جارٍ تلخيص الرسائل الأقدم',
      done: 'لُخّصت الرسائل الأقدم',
      failed: 'تعذّر تلخيص الرسائل الأقدم',
    },
  },
}
