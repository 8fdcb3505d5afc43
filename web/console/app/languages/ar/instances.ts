import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const instances: Pick<ConsoleCatalogue, 'console.instances'> = {
  'console.instances': {
    lead: 'مثيلات الخدمة التي تعمل على قاعدة البيانات هذه.',
    empty: 'لا توجد مثيلات',
    emptyText: 'يظهر المثيل هنا بعد أول نبضة منه.',
    name: 'الاسم',
    state: 'الحالة',
    states: { serving: 'في الخدمة', draining: 'يُنهي أعماله', silent: 'لا نبضات' },
    version: 'الإصدار',
    since: 'منذ',
    turns: 'الإجابات',
    runs: 'عمليات التشغيل',
    hubs: 'Hubs',
    hubVersion: (version) => `الإصدار ${number(version)}`,
    more: (count) => `و${number(count)} غيرها`,
  },
}
