import type { ConsoleCatalogue } from '../catalogue.ts'
import { counted } from '../../../../ui/languages/ar/counted.ts'

const answers = counted({
  one: 'إجابة واحدة',
  two: 'إجابتين',
  few: 'إجابات',
  many: 'إجابة',
  other: 'إجابة',
})

export const memory: Pick<ConsoleCatalogue, 'console.memory'> = {
  'console.memory': {
    lead: 'ملاحظات عنك يحفظها الوكلاء لمحادثات لاحقة. يتلقى الوكيل أحدث ملاحظاته قبل كل إجابة. لا يراها أحد سواك.',
    empty: 'لا توجد ملاحظات عنك',
    emptyText: 'اطلب من وكيل أن يتذكر شيئًا، مثل الأسلوب الذي تفضّله في الإجابات.',
    search: 'البحث في الملاحظات',
    saved: 'حُفظت',
    changed: 'عُدّلت',
    fromChat: 'من محادثة',
    from: 'من',
    fromApi: 'عبر واجهة API',
    fromTerminal: 'من الطرفية',
    fromImport: 'مستوردة',
    fromOther: (surface) => `من ${surface}`,
    unused: 'لم تُستخدم بعد',
    used: (count) => `استُخدمت في ${answers(count)}`,
    lastUsed: 'آخرها',
    edit: (text) => `تعديل «${text}»`,
    text: 'الملاحظة',
    save: 'حفظ',
    conflict: 'عُدّلت الملاحظة في هذه الأثناء. نصها الآن:',
    replace: 'استبدالها بنصي',
    erase: (text) => `محو «${text}»`,
    erased: 'مُحيت الملاحظة.',
    undo: 'تراجع',
    restored: 'استُعيدت الملاحظة.',
    erasedAll: 'مُحيت الملاحظات.',
    eraseAll: 'محو الكل',
    eraseAllTitle: (hub) => `محو كل ما يتذكره ${hub} عنك؟`,
    eraseAllText: 'لن يعرف الوكيل هذه الأمور بعد ذلك. لا يمكن التراجع عن هذا.',
  },
}
