import { counted } from '../../../../ui/languages/ar/counted.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

/** The name of the only endpoint, isolated as every argument of a right-to-left text. */
const UNNAMED = '\u2068webhook\u2069'

const minutes = counted({ one: 'دقيقة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' })
const hours = counted({ one: 'ساعة', two: 'ساعتين', few: 'ساعات', many: 'ساعة', other: 'ساعة' })
const days = counted({ one: 'يوم', two: 'يومين', few: 'أيام', many: 'يومًا', other: 'يوم' })

export const workflows: Pick<ConsoleCatalogue, 'console.workflows' | 'console.workflows.schedule'> = {
  'console.workflows': {
    definition: 'التعريف',
    edit: 'عرض في الملفات',
    lastRuns: 'آخر عمليات التشغيل',
    allRuns: 'عرض الكل',
    noRuns: 'لا توجد عمليات تشغيل بعد.',
    missing: 'لا توجد مهمة أو سير عمل كهذا',
    missingText: 'أُعيدت تسمية الملف أو أُزيل، أو تعذّر الوصول إلى الـ Hub.',
    agent: 'التشغيل باسم',
    nobody: 'بلا حساب',
    inputs: 'المدخلات',
    required: 'مطلوب',
    lead: 'المهام وعمليات سير العمل في الـ Hubs التي تديرها: طريقة بدئها وتشغيلها التالي وحسابها.',
    empty: 'لا توجد مهام أو عمليات سير عمل بعد',
    emptyText:
      'كل ملف Markdown في مجلد tasks داخل مجلد الـ Hub هو مهمة. هذه مهمة تُشغَّل في السابعة صباحًا من الاثنين إلى الجمعة:',
    sample: `---
schedule: 0 7 * * 1-5
timezone: Asia/Dubai
run_as: ann@example.org
---
راجع الطلبات المفتوحة واكتب ملخصًا قصيرًا.`,
    sampleLabel: 'tasks/morning.md',
    name: 'الاسم',
    kind: { task: 'مهمة', workflow: 'سير عمل' },
    startedBy: 'طريقة البدء',
    byHand: 'يدويًا',
    byWebhook: (endpoint) => (endpoint === null || endpoint === UNNAMED ? 'Webhook' : `Webhook ${endpoint}`),
    next: 'التشغيل التالي',
    nextAt: (time) => `التالي: ${time}`,
    nextTitle: 'عمليات التشغيل الخمس التالية',
    noNext: 'غير مجدول',
    zone: (zone) => `الأوقات بتوقيت ${zone} وبتوقيت منطقتك`,
    runsAs: (account) => (account ? `التشغيل باسم ${account}` : 'بلا حساب'),
    state: 'الحالة',
    states: { enabled: 'مفعَّل', disabled: 'متوقف', invalid: 'غير صالح' },
    lastRun: 'آخر تشغيل',
    never: 'لا يوجد',
    problem: 'في الملف مشكلة',
    stillOld: 'ما زال آخر إصدار صالح مستخدَمًا.',
    runNow: 'تشغيل الآن',
    runNamed: (name) => `تشغيل الآن: ${name}`,
    runTitle: (name) => `تشغيل ${name} الآن؟`,
    runText: (account) =>
      account ? `يعمل التشغيل باسم ${account}. لا تتأثر الأحداث المعلّقة.` : 'يعمل التشغيل بلا حساب.',
    runVerb: 'تشغيل الآن',
    queued: 'أُضيف التشغيل إلى قائمة الانتظار.',
    yes: 'نعم',
    no: 'لا',
    optional: 'اختياري',
  },
  'console.workflows.schedule': {
    every: {
      minute: (count) => `كل ${minutes(count)}`,
      hour: (count) => `كل ${hours(count)}`,
      day: (count) => `كل ${days(count)}`,
    },
    hourAt: (minutes) => `كل ساعة عند ${minutes}`,
    weekdays: 'من الاثنين إلى الجمعة',
    weekend: 'كل سبت وأحد',
    someDays: (days) => `كل ${days}`,
    monthly: (dates) => `كل شهر في ${dates}`,
    date: (day) => `اليوم ${day}`,
    yearly: (dates) => `كل سنة في ${dates}`,
    inMonths: (days, months) => `${days} في ${months}`,
    at: (days, times) => `${days} في الساعة ${times}`,
    often: (times, days) => `${times}، ${days}`,
  },
}
