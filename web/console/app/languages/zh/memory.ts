import type { ConsoleCatalogue } from '../catalogue.ts'

export const memory: Pick<ConsoleCatalogue, 'console.memory'> = {
  'console.memory': {
    lead: '智能体为以后的聊天保存的关于您的笔记。只有您能看到。',
    empty: '没有关于您的笔记',
    emptyText: '您可以让智能体记住一些内容，例如您偏好的回答方式。',
    erase: (text) => `清除“${text}”`,
    erased: '已清除。',
    eraseAll: '全部清除',
    eraseAllTitle: (hub) => `清除 ${hub} 记住的关于您的全部内容？`,
    eraseAllText: '智能体将不再知道这些内容。此操作无法撤销。',
  },
}
