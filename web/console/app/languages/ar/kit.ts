import { CHANNEL_LABELS } from '#ground/hub/channels.ts'
import { ui } from '../../../../ui/languages/ar/ui.ts'
import { number } from '../../../../ui/language.ts'
import { counted, named } from '../../../../ui/languages/ar/counted.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

const suggestions = counted({
  one: 'اقتراح واحد',
  two: 'اقتراحان',
  few: 'اقتراحات',
  many: 'اقتراحًا',
  other: 'اقتراح',
})

type Keys =
  | 'console.kit.common'
  | 'console.kit.list'
  | 'console.kit.people'
  | 'console.kit.views'
  | 'console.kit.surfaces'
  | 'console.kit.setups'
  | 'console.kit.leaving'
  | 'console.kit.exports'
  | 'console.kit.span'

export const kit: Pick<ConsoleCatalogue, Keys> = {
  'console.kit.common': {
    ...ui['ui.common'],
    console: 'لوحة الإدارة',
    toChat: 'الانتقال إلى دردشة الويب',
    acts: 'الإجراءات',
    sections: 'صفحات هذا القسم',
    tabs: 'علامات التبويب',
    ofTab: (tab) => `صفحات ${tab}`,
    none: 'لا شيء',
    yes: 'نعم',
    no: 'لا',
  },
  'console.kit.list': {
    pages: 'صفحات القائمة',
    previous: 'الصفحة السابقة',
    next: 'الصفحة التالية',
    range: (first, last, total) => `${number(first)}–${number(last)} من ${total}`,
    total: (total, exact) => (exact ? number(total) : `أكثر من ${number(total)}`),
    size: 'عدد الصفوف في الصفحة',
    jumpToName: 'الانتقال إلى اسم',
    jumpToDay: 'الانتقال إلى يوم',
    jumpEnd: 'العودة إلى بداية القائمة',
    clear: 'مسح عوامل التصفية',
    clearSearch: 'مسح البحث',
    clearFilter: (label) => `إلغاء التصفية: ${label}`,
    noMatch: 'لا توجد نتائج مطابقة',
    noMatchText: 'لا يطابق أي عنصر البحث وعوامل التصفية.',
    failed: 'تعذّر تحميل هذه القائمة',
    unreached: (names) =>
      names.length === 1
        ? `تعذّر الوصول إلى هذا الـ Hub، لذلك لا تشمله هذه القائمة: ${named(names)}.`
        : `تعذّر الوصول إلى هذه الـ Hubs، لذلك لا تشملها هذه القائمة: ${named(names)}.`,
  },
  'console.kit.people': {
    suggestions: 'أشخاص مقترحون',
    found: (found) => `${suggestions(found)}. استخدم مفاتيح الأسهم.`,
  },
  'console.kit.views': {
    label: 'طرق العرض المحفوظة',
    save: 'حفظ طريقة العرض',
    saveTitle: 'حفظ طريقة العرض هذه',
    saveText: 'تُحفظ عوامل التصفية الحالية وترتيب هذه القائمة لك وحدك.',
    name: 'الاسم',
    renameTitle: 'إعادة تسمية طريقة العرض',
    rename: 'إعادة التسمية…',
    renameVerb: 'إعادة التسمية',
    delete: 'حذف',
    undo: 'تراجع',
    deleted: (name) => `حُذفت طريقة العرض «${name}»`,
    taken: 'لديك طريقة عرض بهذا الاسم. سيحل الحفظ محلها.',
    actsFor: (name) => `إجراءات طريقة العرض «${name}»`,
    full: 'لا تتسع القائمة لأكثر من 20 طريقة عرض. احذف إحداها أولًا.',
  },
  'console.kit.surfaces': {
    label: 'الواجهة',
    channel: 'القناة',
    webhook: 'Webhooks',
    messages: 'كل الرسائل',
    channels: CHANNEL_LABELS,
  },
  'console.kit.setups': {
    off: 'لا يمكن تغيير الإعدادات هنا ولا تُستخدم الإعدادات المحفوظة إلا بإذن مشغّل الخدمة: SVC_CONSOLE_SETUP=true في ملف \u200e.env الخاص بالـ Hub، ثم إعادة تشغيله.',
    setByOperator: (variables) =>
      `ضبط مشغّل الخدمة ما يلي: ${variables}. غيّر هذه المتغيّرات وأعد تشغيل الـ Hub.`,
    unreadable:
      'الإعدادات المحفوظة مشفّرة بأسرار لا يملكها هذا الـ Hub، لذلك لا تُستخدم. أدخلها من جديد أو أزلها.',
    changedBy: (email) => `آخر تغيير أجراه ${email}`,
    isSet: 'مضبوط',
    isNotSet: 'غير مضبوط',
    secretStays: 'القيمة محفوظة. اترك الحقل فارغًا للاحتفاظ بها.',
    remove: 'إزالة…',
    tryAndSave: 'اختبار وحفظ',
  },
  'console.kit.leaving': {
    title: 'مغادرة هذه الصفحة؟',
    leave: 'مغادرة',
    stay: 'البقاء',
  },
  'console.kit.exports': {
    label: 'تصدير',
    csv: 'CSV، لجداول البيانات',
    jsonl: 'JSON Lines، للبرامج',
  },
  'console.kit.span': {
    range: 'الفترة',
    ranges: {
      '24h': 'آخر 24 ساعة',
      '7d': 'آخر 7 أيام',
      '30d': 'آخر 30 يومًا',
      custom: 'فترة مخصصة…',
    },
    customDays: 'فترة مخصصة',
    sinceDay: (day) => `منذ ${day}`,
    untilDay: (day) => `حتى ${day}`,
    since: 'من',
    until: 'إلى',
  },
}
