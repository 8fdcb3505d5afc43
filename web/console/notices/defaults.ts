import type { NoticeSettings } from '#features/attention/notices/schema.ts'

const LANGUAGES = ['en', 'de', 'zh', 'ar'] as const

/** Settings of a person who has saved none, in the browser's language and time zone. */
export const firstSettings = (): NoticeSettings => ({
  muted: [],
  level: 'decision',
  with_solved: false,
  pace: 'at_once',
  daily_at: 8 * 60,
  quiet: null,
  time_zone: browserZone(),
  language: LANGUAGES.find((language) => navigator.language.toLowerCase().startsWith(language)) ?? 'en',
})

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
