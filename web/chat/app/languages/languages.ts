import type { OfferedLanguage } from '../../../ui/language-choice.ts'

/** Languages of the web chat, in the order in which they are offered. */
export const LANGUAGES: readonly OfferedLanguage[] = [
  { tag: 'ar', name: 'العربية', load: async () => (await import('./ar.ts')).arabic },
  { tag: 'de', name: 'Deutsch', load: async () => (await import('./de.ts')).german },
  { tag: 'en', name: 'English' },
  { tag: 'zh', name: '中文', load: async () => (await import('./zh.ts')).chinese },
]
