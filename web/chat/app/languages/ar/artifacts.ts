import { number } from '../../../../ui/language.ts'
import type { ArtifactCatalogue } from '../catalogue.ts'

export const artifacts: ArtifactCatalogue = {
  'chat.artifacts': {
    gallery: 'الأعمال',
    artifact: 'عمل',
    draft: 'غير منشور',
    files: 'الملفات المحفوظة',
    cards: 'منشور',
    publish: 'نشر…',
    publishFile: (name) => `نشر ${name}…`,
    publishTitle: 'النشر كعمل',
    publishText: 'يحصل العمل على عنوان خاص به، ولا يراه أحد سواك حتى تشاركه عبر هذا العنوان.',
    title: 'العنوان',
    publishAct: 'نشر',
    published: (title) => `نُشر «${title}». لا يمكن لأحد سواك فتحه حتى الآن.`,
    openArtifact: 'فتح ومشاركة',
    open: 'فتح',
    version: (version) => `الإصدار ${number(version)}`,
    openAs: (version, audience) => `فتح · v${number(version)} · ${audience}`,
    openFile: (name, version, audience) => `فتح ${name}، الإصدار ${number(version)}، ${audience}`,
    forMe: 'أنا فقط',
    forSome: (count) => `مشترك مع ${number(count)}`,
    forHub: 'كل من يمكنه استخدام الوكيل',
    isPublic: 'رابط عام',
  },
}
