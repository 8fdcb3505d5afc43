import { problems } from '../../../../ui/languages/ar/ui.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

type Keys =
  | 'console.app.shell'
  | 'console.app.jump'
  | 'console.app.entry'
  | 'console.app.signedOut'
  | 'console.app.problems'

export const app: Pick<ConsoleCatalogue, Keys> = {
  'console.app.shell': {
    skip: 'الانتقال إلى محتوى الصفحة',
    rail: 'التنقل',
    pages: 'الصفحات',
    openRail: 'فتح قائمة التنقل',
    hub: 'Hub',
    allHubs: 'كل الـ Hubs',
    jump: 'الانتقال إلى…',
    toChat: 'دردشة الويب',
    jumpShort: 'بحث',
    keys: 'مفاتيح API',
    keysText: 'مفاتيح للبرامج التي تستدعي وكلاءك.',
    personal: 'صفحاتك',
  },
  'console.app.jump': {
    label: 'الانتقال إلى صفحة أو إعداد أو Hub أو شخص',
    pages: 'الصفحات',
    hubs: 'Hubs',
    people: 'الأشخاص',
    settings: 'الإعدادات',
    ofHubs: 'صفحات الـ Hubs',
    nothing: 'لا توجد نتائج.',
    hint: '↑ ↓ للتنقل · Enter للفتح · Esc للإغلاق',
  },
  'console.app.entry': {
    personal: 'عرض صفحاتك',
    nothing: 'لا تدير أي أذونات وصول',
    nothingText: 'هذه الصفحة لمن يديرون الوصول. إذا احتجت إلى إدارة الوصول فتواصل مع مسؤول.',
    blocked: 'حسابك محظور',
    blockedText: 'حظر أحد المسؤولين هذا الحساب. إذا رأيت أن في ذلك خطأ فتواصل مع مسؤول.',
  },
  'console.app.signedOut': {
    title: 'سُجّل خروجك',
    text: 'تبقى هذه الصفحة وما أدخلته فيها. سجّل الدخول في علامة تبويب جديدة، ثم تابع هنا.',
    signIn: 'تسجيل الدخول',
    goOn: 'سجّلت الدخول',
    still: 'لم تسجّل الدخول بعد.',
    back: 'سُجّل دخولك',
    backText: 'تابع في علامة التبويب السابقة. يمكنك إغلاق علامة التبويب هذه.',
  },
  'console.app.problems': { ...problems, home: 'الانتقال إلى النظرة العامة' },
}
