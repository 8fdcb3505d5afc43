import type { Language } from '#ground/turn/language/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import type { AccountWords } from './shape.ts'
import { zh } from './zh.ts'

const WORDS: Readonly<Record<Language, AccountWords>> = { en, de, zh, ar }

export const wordsIn = (language: Language): AccountWords => WORDS[language]
