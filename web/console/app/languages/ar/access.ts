import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'
import { problems } from './words.ts'

type Keys =
  | 'console.access.hubs'
  | 'console.access.permissions'
  | 'console.access.ending'
  | 'console.access.diff'
  | 'console.access.why'
  | 'console.access.asking'

export const access: Pick<ConsoleCatalogue, Keys> = {
  'console.access.hubs': {
    one: 'Hub',
    organization: 'المؤسسة',
    missing: 'لا يوجد Hub كهذا',
    missingText: 'إما أن هذا الـ Hub غير موجود، أو أنك لا تديره.',
    problems: (count) => `${problems(count)} في مجلد هذا الـ Hub`,
    problemsOf: (hub, count) => `${problems(count)} في ملفات ${hub}`,
    allProblems: (count) => `إظهار المزيد (${number(count)})`,
  },
  'console.access.permissions': {
    one: 'الإذن',
    names: {
      use_hub: 'استخدام الوكيل',
      manage_access: 'إدارة الوصول',
      share_public: 'مشاركة الأعمال علنًا',
    },
    builtInGroup: 'الوصول',
    withoutEffect: (permission) => `${permission} (بلا أثر)`,
  },
  'console.access.ending': { until: (time) => `حتى ${time}` },
  'console.access.diff': {
    gets: (permission) => `يُمنح «${permission}»`,
    loses: (permission) => `يُسحب منه «${permission}»`,
    ends: (permission) => `تنتهي صلاحية «${permission}»`,
    lasts: (permission) => `أصبح «${permission}» بلا انتهاء صلاحية`,
    nothing: 'لا تغيير',
    none: 'لا وصول مباشر',
  },
  'console.access.why': {
    ask: (about) => `ما السبب؟ ${about}`,
    title: (about) => `السبب: ${about}`,
    allowed: 'مسموح',
    denied: 'غير مسموح',
    grantedBy: 'منحه',
    grantedAt: 'وقت المنح',
    ends: 'ينتهي',
    policy: 'السياسة',
    given: (by) => `منحه ${by}`,
    revision: (revision) => `المراجعة ${number(revision)}`,
    remedy: 'للسماح بذلك:',
    vias: {
      direct: 'ممنوح على هذا الـ Hub',
      organization: 'ممنوح على مستوى المؤسسة',
      everyone: 'ممنوح لكل من سجّل الدخول',
      group_based: 'عبر مجموعات دردشة الويب',
    },
  },
  'console.access.asking': {
    label: 'طلبات الوصول',
    asks: (name, hub) => `يطلب ${name} الوصول إلى ${hub}`,
    give: 'منح الوصول',
    decline: 'رفض',
    beyond: 'ليس لديك الإذن «استخدام الوكيل» على هذا الـ Hub، لذلك لا يمكنك منحه.',
    given: (name, hub) => `يمكن لـ ${name} الآن استخدام ${hub}.`,
    declined: (name) => `رُفض طلب ${name}.`,
    more: (count) => `و${number(count)} غيرها`,
  },
}
