import type { AgentsCatalogue } from '../catalogue.ts'
import { counted } from './counted.ts'

const files = counted({ one: 'ملف واحد', two: 'ملفان', few: 'ملفات', other: 'ملفًا' })

export const agents: AgentsCatalogue = {
  'chat.about': {
    title: (name) => `حول ${name}`,
    model: 'النموذج',
    tools: 'ما يمكنه فعله من أجلك',
    noTools: 'ليست لديه أدوات: يجيب بما يعرفه.',
    elsewhere: 'يأتي هذا النموذج من خادم آخر لا يذكر عنه أكثر من ذلك.',
    confirm: 'يسألك أولًا',
    granted: 'مسموح',
    notGranted: 'غير مسموح',
    direct: (label) => `مُنحت «${label}» لهذا الوكيل.`,
    organization: (label) => `مُنحت «${label}» لجميع الوكلاء.`,
    everyone: (label) => `مُنحت «${label}» لكل من سجّل الدخول.`,
    denied: (label) => `يحتاج إلى «${label}». اطلبها ممن يدير الوصول إلى هذا الوكيل.`,
    closedTools: 'غير متاح لك',
    files: 'ما يمكنه قراءته',
    fileCount: files,
    moreFiles: (count) => `و${count} غيرها`,
    tasks: 'ما يمكنك تشغيله',
    tasksText: 'أنت تدير هذا الوكيل، لذا يمكنك تشغيل مهامه وسير عمله في لوحة الإدارة.',
    openTasks: 'افتح في لوحة الإدارة',
  },
  'chat.closed': {
    title: 'هذا الوكيل غير متاح لك',
    text: 'لا يوجد وكيل كهذا، أو لم يمنحك أحد حق استخدامه. يستطيع ذلك من يدير الوصول. حالما يُتاح لك سيظهر هنا من تلقاء نفسه.',
    managedTitle: (name) => `${name} غير متاح لك`,
    managedText: 'أنت تدير هذا الوكيل، لكن استخدامه إذن مستقل: لم يمنحك أحد «Use the agent».',
    managedSomeTitle: 'لا وكيل من وكلائك متاح لك',
    managedSomeText: 'أنت تدير هؤلاء الوكلاء، لكن استخدام الوكيل إذن مستقل: لم يمنحك أحد «Use the agent».',
    allManaged: (count) => `الكل (${count}) في لوحة الإدارة`,
    canGrant: 'يمكنك منحه لنفسك في لوحة الإدارة.',
    askGranter: 'يستطيع منحه لك من يدير الوصول ويملك الإذن، أو مسؤول المؤسسة.',
    openAccess: (name) => `الوصول إلى ${name} في لوحة الإدارة`,
    other: (name) => `تحدث مع ${name}`,
  },
}
