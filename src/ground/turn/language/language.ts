export const LANGUAGES = ['en', 'de', 'zh', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

export type Localized = (language: Language) => string

export function acceptedLanguage(header: string | null | undefined): Language {
  const ranges = (header ?? '').slice(0, MAX_HEADER_CHARS).split(',').map(rangeOf)
  const wanted = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  return wanted.flatMap(({ tag }) => LANGUAGES.find((language) => language === tag) ?? [])[0] ?? 'en'
}

const MAX_HEADER_CHARS = 1000

const rangeOf = (range: string): { tag: string; weight: number } => {
  const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  return { tag: name.split('-')[0]!, weight: q === undefined ? 1 : Number(q.slice(2)) || 0 }
}

const GERMAN =
  /\b(?:und|oder|nicht|ist|sind|das|der|die|ein|eine|ich|wir|Sie|bitte|auf|mit|für|wie|wer|zu)\b/g
const ENGLISH = /\b(?:and|or|not|is|are|the|a|an|I|we|you|please|on|with|for|how|who|to|of)\b/g

export function languageOf(text: string): Language {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const letters = count(/\p{L}/gu)
  if (count(/\p{Script=Arabic}/gu) * 2 > letters) return 'ar'
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  if (!isJapanese && count(/\p{Script=Han}/gu) * 2 > letters) return 'zh'
  return count(GERMAN) > count(ENGLISH) ? 'de' : 'en'
}
