import type { Language } from './language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import type { Sentences, TitleName } from './shapes.ts'
import { zh } from './zh.ts'

const SENTENCES: Readonly<Record<Language, Sentences>> = { en, de, zh, ar }

export const sentencesIn = (language: Language): Sentences => SENTENCES[language]

export function titleIn(
  language: Language,
  title: TitleName,
  state: 'running' | 'done' | 'failed',
  name = '',
): string {
  const words = SENTENCES[language].titles[title][state]
  return typeof words === 'function' ? words(name) : words
}
