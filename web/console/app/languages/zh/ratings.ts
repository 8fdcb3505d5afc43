import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const ratings: Pick<ConsoleCatalogue, 'console.ratings'> = {
  'console.ratings': {
    lead: '用户对聊天中回答的评价。不显示姓名和聊天。',
    verdict: '评价',
    good: '好评',
    bad: '差评',
    clear: '显示好评和差评',
    recent: '好评率（最近 30 天）',
    before: (share) => `之前 30 天为 ${share}`,
    noneBefore: '之前 30 天没有评价',
    counts: (good, bad) => `${number(good)} 个好评，${number(bad)} 个差评`,
    none: '–',
    empty: '还没有评价',
    emptyText: '用户可以评价聊天中的每个回答。',
    reasons: {
      wrong: '内容不正确',
      incomplete: '缺少内容',
      off_topic: '答非所问',
      too_long: '太长',
      unsafe: '不安全或有害',
    },
  },
}
