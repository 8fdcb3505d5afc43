import type { ConsoleCatalogue } from '../catalogue.ts'

export const memory: Pick<ConsoleCatalogue, 'console.memory'> = {
  'console.memory': {
    lead: 'ملاحظات عنك يحفظها الوكلاء لمحادثات لاحقة. لا يراها أحد سواك.',
    empty: 'لا توجد ملاحظات عنك',
    emptyText: 'اطلب من وكيل أن يتذكر شيئًا، مثل الأسلوب الذي تفضّله في الإجابات.',
    erase: (text) => `محو «${text}»`,
    erased: 'تم المحو.',
    eraseAll: 'محو الكل',
    eraseAllTitle: (hub) => `محو كل ما يتذكره ${hub} عنك؟`,
    eraseAllText: 'لن يعرف الوكيل هذه الأمور بعد ذلك. لا يمكن التراجع عن هذا.',
  },
}
