import type { Language } from '#ground/turn/language/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import type { Notices } from './shape.ts'
import { zh } from './zh.ts'

const NOTICES: Readonly<Record<Language, Notices>> = { en, de, zh, ar }

export const noticesIn = (language: Language): Notices => NOTICES[language]

export type Notice = (notices: Notices, language: Language) => string
