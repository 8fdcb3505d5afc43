import { number } from '../../../../ui/language.ts'
import { counted } from '../../../../ui/languages/ar/counted.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'
import { problems, times, turns } from './words.ts'

const people = counted({
  one: 'شخص واحد لديه وصول',
  two: 'شخصان لديهما وصول',
  few: 'أشخاص لديهم وصول',
  many: 'شخصًا لديهم وصول',
  other: 'شخص لديهم وصول',
})

const accounts = counted({
  one: 'حساب واحد يمكنه تسجيل الدخول',
  two: 'حسابان يمكنهما تسجيل الدخول',
  few: 'حسابات يمكنها تسجيل الدخول',
  many: 'حسابًا يمكنها تسجيل الدخول',
  other: 'حساب يمكنها تسجيل الدخول',
})

const changeRequests = counted({
  one: 'طلب تغيير واحد ينتظر قرارك',
  two: 'طلبا تغيير ينتظران قرارك',
  few: 'طلبات تغيير تنتظر قرارك',
  many: 'طلب تغيير تنتظر قرارك',
  other: 'طلب تغيير تنتظر قرارك',
})

const quarantined = counted({
  one: 'حدث معزول',
  two: 'حدثان معزولان',
  few: 'أحداث معزولة',
  many: 'حدثًا معزولًا',
  other: 'حدث معزول',
})

const pending = counted({
  one: 'شخص واحد ينتظر الموافقة',
  two: 'شخصان ينتظران الموافقة',
  few: 'أشخاص ينتظرون الموافقة',
  many: 'شخصًا ينتظرون الموافقة',
  other: 'شخص ينتظرون الموافقة',
})

const messages = counted({
  one: 'رسالة واحدة',
  two: 'رسالتان',
  few: 'رسائل',
  many: 'رسالة',
  other: 'رسالة',
})

const failedTurns = counted({
  one: 'جولة واحدة فاشلة',
  two: 'جولتان فاشلتان',
  few: 'جولات فاشلة',
  many: 'جولة فاشلة',
  other: 'جولة فاشلة',
})

export const overview: Pick<ConsoleCatalogue, 'console.overview'> = {
  'console.overview': {
    hub: 'Hub',
    period: 'الفترة',
    periods: { '24h': '24 ساعة', '7d': '7 أيام', '30d': '30 يومًا' },
    scope: (someHubs, somePeople, someAccounts) =>
      `عدد الـ Hubs\u200f: ${number(someHubs)} · ${people(somePeople)} · ${accounts(someAccounts)}`,
    figures: {
      chats: 'المحادثات',
      messages: 'الرسائل',
      active_people: 'الأشخاص النشطون',
      tokens: 'الرموز',
      cost_usd: 'التكلفة التقديرية',
      denials: 'حالات الرفض',
    },
    noValues: 'لا توجد بيانات في هذه الفترة',
    unpriced: 'السعر غير معروف',
    partlyPriced: (count) => `لا تشمل ما سعره غير معروف: ${turns(count)}`,
    estimate: 'تكلفة تقديرية محسوبة من جدول الأسعار',
    estimatedTurns: (count) => `رموزها مقدّرة: ${turns(count)}`,
    before: (value) => `سابقًا ${value}`,
    attention: {
      label: 'يتطلب انتباهك',
      changes: changeRequests,
      quarantined: (count, hub) => `${quarantined(count)} على ${hub}`,
      away: (hub) => `تعذّر الوصول إلى ${hub}`,
      broken: (hub) => `تعذّر تشغيل ${hub}`,
      pending,
      budgets: 'عرض الميزانيات',
      nothing: 'لا شيء يتطلب انتباهك.',
      more: (count) => `إظهار المزيد (${number(count)})`,
      less: 'إظهار أقل',
      showHub: 'عرض الـ Hub',
      showFiles: 'عرض الملفات',
      showRuns: 'عرض عمليات التشغيل',
      showTraces: 'عرض عمليات التتبّع',
      showMessages: 'عرض الرسائل',
      showEvents: 'عرض الأحداث',
      showKeys: 'عرض المفاتيح',
      decide: 'اتخاذ القرار',
      problems: (count, hub) => `${problems(count)} في ملفات ${hub}`,
      failed: (workflow, count) =>
        count === 1 ? `فشل تشغيل ${workflow}` : `فشل تشغيل ${workflow} ${times(count)}`,
      retried: (workflow, count) => `فشل تشغيل ${workflow} ${times(count)}، وتُعاد المحاولة`,
      model: (model) => `النموذج ${model} لا يجيب`,
      failedTurns: (count) => `${failedTurns(count)} خلال 24 ساعة`,
      undelivered: (count, channel) => `${messages(count)} من ${channel} بلا إجابة`,
      silent: (channel) => `لم تصل أي رسالة من ${channel} منذ أسبوع`,
      asks: (name, hub) => `يطلب ${name} الوصول إلى ${hub}`,
      key: (name) => `تنتهي صلاحية مفتاح API «${name}» قريبًا`,
      certificate: (names, isOver) =>
        isOver ? `انتهت صلاحية شهادة ${names}` : `تنتهي صلاحية شهادة ${names} قريبًا`,
      backupFailed: 'فشل آخر نسخ احتياطي',
      backupLate: 'لا توجد نسخة احتياطية منذ أكثر من أسبوع',
      showInstances: 'عرض المثيلات',
    },
    first: {
      title: 'الخطوات الأولى',
      lead: 'الـ Hub جاهز. الخطوات التالية:',
      ask: 'تجربة الوكيل',
      askText: 'يستخدمه الأشخاص في دردشة الويب.',
      people: 'دعوة أشخاص',
      peopleText: 'أنشئ حسابًا واختر أذوناته.',
      work: 'أتمتة العمل',
      workText: 'تُشغَّل المهمة وفق جدول زمني، أو عندما يستقبل Webhook حدثًا.',
      connect: 'استخدام الـ Hub من برامجك',
      connectText: 'أنشئ مفتاحًا وانسخ إعدادات محرّر الشيفرة أو سطر الأوامر.',
      done: 'تم',
      putAway: 'إخفاء',
    },
    chatsOverTime: 'المحادثات والرسائل',
    tokensOverTime: 'الرموز',
    costOverTime: 'التكلفة التقديرية',
    chartOf: (title) => `${title} بمرور الوقت. يعرض الزر المجاور للعنوان الأرقام في جدول.`,
    asTable: (title) => `عرض ${title} في جدول`,
    asChart: (title) => `عرض ${title} في رسم بياني`,
    legend: 'المعروض',
    time: 'الوقت',
    usageByHub: 'الاستخدام حسب الـ Hub',
    costByHub: 'التكلفة حسب الـ Hub',
    share: 'النسبة',
    runs: 'عمليات التشغيل',
    missed: 'عمليات التشغيل المجدولة الفائتة',
    denials: 'أحدث حالات الرفض',
    noDenials: 'لم تُرفض أي أداة مقيّدة.',
    all: 'عرض الكل',
    budgets: {
      person: (subject, hub) => `${subject} على ${hub}`,
      task: (subject, hub) => `المهمة ${subject} على ${hub}`,
      periods: { day: 'اليوم', month: 'هذا الشهر' },
      warning: (whose, share, period) => `${whose}: استُخدم ${share} من ميزانية ${period}.`,
      exhausted: (whose, period) => `${whose}: نفدت ميزانية ${period}.`,
      amount: (used, limit) => `استُخدم ${used} من ${limit}.`,
      tokens: (used, limit) => `الرموز المستخدمة: ${used} من ${limit}.`,
      unpriced: (count) => `لا تشمل الميزانية ما سعره غير معروف: ${turns(count)}.`,
    },
  },
}
