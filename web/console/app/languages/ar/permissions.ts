import type { ConsoleCatalogue } from '../catalogue.ts'

export const permissions: Pick<ConsoleCatalogue, 'console.permissions'> = {
  'console.permissions': {
    lead: 'الأذونات على الـ Hubs التي تديرها، وعدد أصحابها.',
    search: 'البحث بالاسم أو المجموعة',
    permission: 'الإذن',
    group: 'المجموعة',
    state: 'الحالة',
    holders: 'الأشخاص',
    who: (permission, hub) => `أصحاب الإذن «${permission}» على ${hub}`,
    ready: 'جاهز',
    notConfigured: 'غير مضبوط',
    missing: (names) => `متغيّرات غير مضبوطة: ${names}`,
    withoutEffect: 'بلا أثر',
    withoutEffectText: 'لم تعد أي أداة تتطلب هذا الإذن، فلا يمكن إلا سحبه.',
    empty: 'لا توجد أذونات لمنحها',
    emptyText: 'تظهر الأذونات هنا عندما تدير Hub.',
  },
}
