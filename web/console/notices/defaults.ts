import type { NoticeSettings } from '#features/attention/notices/schema.ts'

import { spokenLanguage } from '../../ui/language.ts'

const LANGUAGES = ['en', 'de', 'zh', 'ar'] as const

/** Settings of a person who has saved none, in the page's language and the browser's time zone. */
export const firstSettings = (): NoticeSettings => ({
  muted: [],
  level: 'decision',
  with_solved: false,
  pace: 'at_once',
  daily_at: 8 * 60,
  quiet: null,
  time_zone: browserZone(),
  language: LANGUAGES.find((language) => language === spokenLanguage()) ?? 'en',
})

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
