import { isolated, numberIn, pluralIn } from '#ground/turn/language/formats.ts'
import type { BudgetFacts, NoticeWords, TitleFacts } from './shape.ts'

const number = (value: number): string => numberIn('ar', value)

const times = (count: number): string =>
  pluralIn('ar', count, {
    one: 'مرة واحدة',
    two: 'مرتين',
    few: `${number(count)} مرات`,
    other: `${number(count)} مرة`,
  })

const ownerOf = ({ scope }: BudgetFacts, { hub, subject }: TitleFacts): string =>
  ({
    hub: isolated(hub),
    person: `${isolated(subject)} في ${isolated(hub)}`,
    task: `المهمة ${isolated(subject)} في ${isolated(hub)}`,
  })[scope]

export const ar: NoticeWords = {
  title: {
    hub_broken: ({ hub }) => `لا يبدأ ${isolated(hub)}`,
    hub_away: ({ hub }) => `تعذّر الوصول إلى ${isolated(hub)}`,
    hub_problems: ({ hub, count }) => `عدد المشكلات في ملفات ${isolated(hub)}: ${number(count)}`,
    run_failed: ({ hub, subject, count }) => `فشل ${isolated(subject)} في ${isolated(hub)} ${times(count)}`,
    run_retrying: ({ hub, subject, count }) =>
      `فشل ${isolated(subject)} في ${isolated(hub)} ${times(count)} وتجري إعادة المحاولة`,
    model_failing: ({ hub, subject }) => `لا يجيب النموذج ${isolated(subject)} في ${isolated(hub)}`,
    answers_failed: ({ hub, subject, count }) =>
      `عدد الرسائل من ${isolated(subject)} إلى ${isolated(hub)} بلا إجابة: ${number(count)}`,
    channel_silent: ({ hub, subject }) =>
      `لم تصل رسالة من ${isolated(subject)} إلى ${isolated(hub)} منذ أسبوع`,
    events_quarantined: ({ hub, count }) => `عدد الأحداث المعزولة في ${isolated(hub)}: ${number(count)}`,
    budget: (facts) => {
      const { budget, hub } = facts
      if (budget === null) return hub
      const when = budget.period === 'day' ? 'ميزانية اليوم' : 'ميزانية هذا الشهر'
      return budget.isExhausted
        ? `نفدت ${when}: ${ownerOf(budget, facts)}`
        : `استُهلك ${isolated(budget.share)} من ${when}: ${ownerOf(budget, facts)}`
    },
    sign_ups: ({ count }) => `عدد الأشخاص الذين ينتظرون الموافقة: ${number(count)}`,
    access_request: ({ hub, subject }) => `يطلب ${isolated(subject)} الوصول إلى ${isolated(hub)}`,
    change_requests: ({ count }) => `عدد طلبات التغيير التي تنتظر قرارك: ${number(count)}`,
    key_expires: ({ subject }) => `ينتهي مفتاح API الخاص بك ${isolated(subject)} قريبًا`,
    certificate: ({ subject, level }) =>
      level === 'failure'
        ? `انتهت صلاحية شهادة ${isolated(subject)}`
        : `تنتهي صلاحية شهادة ${isolated(subject)} قريبًا`,
    backup: ({ level }) =>
      level === 'failure' ? 'فشل آخر نسخ احتياطي' : 'لا نسخة احتياطية منذ أكثر من أسبوع',
  },
  solved: (title) => `حُلّ: ${title}`,
  worse: (title) => `ازداد سوءًا: ${title}`,
  several: (count) => `عدد الأمور التي تحتاج إلى انتباهك: ${number(count)}`,
  more: (count) => `… و${number(count)} أخرى`,
  footer: (url) => `اخترت هذه الإشعارات في لوحة الإدارة. لتغييرها: ${url}`,
  test: { subject: 'اختبار إشعاراتك', text: 'هذا مثال. تصل الإشعارات إلى هنا.' },
}
