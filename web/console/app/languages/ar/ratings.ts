import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const ratings: Pick<ConsoleCatalogue, 'console.ratings'> = {
  'console.ratings': {
    lead: 'تقييمات الأشخاص للإجابات في الدردشة. لا تظهر الأسماء ولا المحادثات.',
    verdict: 'التقييم',
    good: 'جيدة',
    bad: 'سيئة',
    clear: 'عرض التقييمات الجيدة والسيئة',
    recent: 'التقييمات الجيدة، آخر 30 يومًا',
    before: (share) => `${share} في الـ 30 يومًا السابقة`,
    noneBefore: 'لا توجد تقييمات في الـ 30 يومًا السابقة',
    counts: (good, bad) => `جيدة: ${number(good)}، سيئة: ${number(bad)}`,
    none: '–',
    empty: 'لا توجد تقييمات بعد',
    emptyText: 'يمكن للأشخاص تقييم كل إجابة في الدردشة.',
    reasons: {
      wrong: 'الإجابة خاطئة',
      incomplete: 'ينقصها شيء',
      off_topic: 'خارج الموضوع',
      too_long: 'طويلة جدًا',
      unsafe: 'غير آمنة',
    },
  },
}
