import type { OfferedLanguage } from '../../../ui/language-choice.ts'

export const LANGUAGES: readonly OfferedLanguage[] = [
  { tag: 'ar', name: 'العربية', load: async () => (await import('./ar.ts')).arabic },
  { tag: 'de', name: 'Deutsch', load: async () => (await import('./de.ts')).german },
  { tag: 'en', name: 'English' },
  { tag: 'zh', name: '中文', load: async () => (await import('./zh.ts')).chinese },
]
