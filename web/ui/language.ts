import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** A page's texts, by name: sentences, and functions that make them. */
export interface PageTexts {
  readonly [name: string]: string | ((...values: never[]) => string) | PageTexts
}

/** Texts of the shape of those in English. */
export type Texts<English> = {
  readonly [Name in keyof English]: English[Name] extends string
    ? string
    : English[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Texts<English[Name]>
}

/** A language a page can be read in. */
export interface Language {
  /** BCP 47. */
  tag: string
  direction: 'ltr' | 'rtl'
  /** Texts by the names they were declared with. */
  catalogue: Readonly<Record<string, object>>
}

const ENGLISH: Language = { tag: 'en', direction: 'ltr', catalogue: {} }

type Live = Record<string, unknown>
const declared = new Map<string, { english: PageTexts; live: Live }>()
const changed = createEmitter()
let spoken = ENGLISH

/**
 * Declares texts in English, under a name by which catalogues know them. The returned object has the texts of
 * the present language, so read it during rendering and not before.
 */
export function texts<const English extends PageTexts>(name: string, english: English): Texts<English> {
  const live: Live = {}
  declared.set(name, { english, live })
  say(live, english, spoken.catalogue[name])
  return live as Texts<English>
}

/** Sets the language of all texts, times and numbers. Displayed components must be rendered again. */
export function speak(language: Language = ENGLISH): void {
  spoken = language
  formats.clear()
  for (const [name, { english, live }] of declared) say(live, english, language.catalogue[name])
  document.documentElement.lang = language.tag
  document.documentElement.dir = language.direction
  changed.emit()
}

/** Tag of the language of the page, which answers of the service follow. */
export const spokenLanguage = (): string => spoken.tag

/** The language that is spoken. A change of it draws the component anew. */
export const useSpoken = (): Language => useSyncExternalStore(changed.subscribe, () => spoken)

/** A text that only catalogues have, such as that of a refusal that the server sends in English. */
export const translateTexts = (name: string, key: string): string | undefined => {
  const words = spoken.catalogue[name] as Readonly<Record<string, string>> | undefined
  return words && Object.hasOwn(words, key) ? words[key] : undefined
}

/** The reader's own kind of the language, such as `en-GB`, where the browser names one. */
export const locale = (): string =>
  navigator.languages.find((tag) => tag.toLowerCase().split('-')[0] === spoken.tag) ?? spoken.tag

const formats = new Map<string, unknown>()

/**
 * A formatter of times or numbers in the present language. It is cached: creating it takes longer than
 * formatting a page with it.
 */
export function format<Format>(name: string, make: (locale: string) => Format): Format {
  if (!formats.has(name)) formats.set(name, make(locale()))
  return formats.get(name) as Format
}

/** A number as people write it. */
export const number = (value: number): string =>
  format('number', (tag) => new Intl.NumberFormat(tag)).format(value)

/** Names as people list them: “a, b and c”. */
export const listed = (names: readonly string[]): string =>
  format('list', (tag) => new Intl.ListFormat(tag)).format(names)

/** The character between the whole part of a number and its decimals. */
export const decimalMark = (): string =>
  format(
    'decimal mark',
    (tag) =>
      new Intl.NumberFormat(tag).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.',
  )

function say(live: Live, english: PageTexts, translated: object | undefined): void {
  for (const [name, text] of Object.entries({ ...english, ...translated })) {
    if (typeof text === 'object') say((live[name] ??= {}) as Live, english[name] as PageTexts, text)
    else live[name] = typeof text === 'function' && spoken.direction === 'rtl' ? isolating(text) : text
  }
}

/** Names and addresses keep a direction of their own within a sentence from right to left (first strong isolate). */
const isolating =
  (text: (...values: never[]) => string) =>
  (...values: unknown[]): string => {
    const isolated = values.map((value) =>
      typeof value === 'string' && value !== '' ? `\u2068${value}\u2069` : value,
    )
    return text(...(isolated as never[]))
  }
