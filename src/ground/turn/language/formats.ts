import type { Language } from './language.ts'

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de', zh: 'zh', ar: 'ar' }

export const numberIn = (language: Language, value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(LOCALES[language], options).format(value)

export const dateIn = (language: Language, at: number): string =>
  new Date(at).toLocaleDateString(LOCALES[language], {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })

export const listIn = (language: Language, items: readonly string[]): string =>
  new Intl.ListFormat(LOCALES[language]).format(items)

export const pluralIn = <Form>(
  language: Language,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, Form>> & { other: Form },
): Form => forms[new Intl.PluralRules(LOCALES[language]).select(count)] ?? forms.other

/** First strong isolate: the name keeps its direction in a right-to-left sentence. */
export const isolated = (name: string): string => `\u2068${name}\u2069`
