import { ALPHABETS, HANGUL, KANJI, LATIN_LANGUAGES, SIMPLIFIED, TRADITIONAL } from './letters.ts'

/**
 * Each encoding in which the bytes are valid gets a cost per character; frequent letters cost less. The lowest total
 * wins.
 */
export function guessEncoding(bytes: Uint8Array): LegacyEncoding {
  const sample = sampleOf(bytes)
  let best: { encoding: LegacyEncoding; cost: number } = { encoding: 'windows-1252', cost: Infinity }
  for (const [encoding, { prior, costOf }] of CANDIDATES) {
    const found = decoded(sample, encoding)
    const cost = found === null ? Infinity : prior + costOf(found.text) + (found.isCut ? COST.cut : 0)
    if (cost < best.cost) best = { encoding, cost }
  }
  return best.encoding
}

const MAX_DECIDING_BYTES = 600
const CONTEXT_BYTES = 3

function sampleOf(bytes: Uint8Array): Uint8Array {
  const kept: number[] = []
  let deciding = 0
  let end = 0
  for (let at = 0; at < bytes.length && deciding < MAX_DECIDING_BYTES; at++) {
    if (bytes[at]! < 0x80) continue
    deciding++
    const next = Math.min(bytes.length, at + CONTEXT_BYTES + 1)
    kept.push(...bytes.subarray(Math.max(end, at - CONTEXT_BYTES), next))
    end = next
  }
  return Uint8Array.from(kept)
}

function decoded(bytes: Uint8Array, encoding: LegacyEncoding): { text: string; isCut: boolean } | null {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let text
  try {
    text = decoder.decode(bytes, { stream: true })
  } catch {
    return null
  }
  try {
    return { text: text + decoder.decode(), isCut: false }
  } catch {
    return { text, isCut: true }
  }
}

export type LegacyEncoding =
  | 'windows-1252'
  | 'shift_jis'
  | 'gb18030'
  | 'big5'
  | 'euc-kr'
  | 'euc-jp'
  | 'windows-1251'
  | 'koi8-u'
  | 'ibm866'
  | 'windows-1250'
  | 'iso-8859-2'
  | 'windows-1253'
  | 'windows-1254'
  | 'windows-1255'
  | 'windows-1256'
  | 'windows-1257'
  | 'windows-874'

interface Candidate {
  prior: number
  costOf(text: string): number
}

const COST = {
  ascii: 3,
  symbol: 5,
  foreign: 14,
  otherLetter: 9,
  cut: 10,
  loneLetter: 4,
  noAccent: 3,
  capital: 0.7,
  misplacedCapital: 4,
}

const isAsciiLetter = (character: string) => /[A-Za-z]/.test(character)
const isLetter = (character: string) => /\p{L}|\p{M}/u.test(character)
const isCapital = (character: string) => character !== character.toLowerCase()
const isSmall = (character: string) => character !== character.toUpperCase()

const SYMBOL = /[ ’‘“”„‚«»‹›–—…€£§°•©®™½¼²№·±×ºª¥¢،؟؛฿₪]/

type CostAt = (character: string, before: string, after: string) => number

const sumBy =
  (costAt: CostAt) =>
  (text: string): number => {
    const characters = Array.from(text)
    return characters.reduce((sum, character, index) => {
      if (character < '\x80') return sum + COST.ascii
      return sum + costAt(character, characters[index - 1] ?? ' ', characters[index + 1] ?? ' ')
    }, 0)
  }

const ranks = (letters: string, spread: number): Map<string, number> =>
  new Map(Array.from(letters, (letter, index) => [letter, Math.log(spread) + index / spread]))

const capitalCost = (character: string, before: string, after: string): number => {
  if (!isCapital(character)) return 0
  if (isSmall(before)) return COST.misplacedCapital
  return isCapital(before) || isCapital(after) ? COST.capital / 2 : COST.capital
}

const symbolCost = (character: string, before: string, after: string): number => {
  if (!SYMBOL.test(character)) return COST.foreign
  const isInWord = isLetter(before) && isLetter(after) && !'’·'.includes(character)
  return isInWord ? COST.foreign : COST.symbol
}

function alphabet(letters: string, loneWords = ''): Candidate['costOf'] {
  const costs = ranks(letters, 9)
  return sumBy((character, before, after) => {
    const cost = costs.get(character.toLowerCase())
    if (cost === undefined) return isLetter(character) ? COST.foreign : symbolCost(character, before, after)
    const isMixed = isAsciiLetter(before) || isAsciiLetter(after)
    const isLone = !isLetter(before) && !isLetter(after) && !loneWords.includes(character.toLowerCase())
    return (
      cost +
      capitalCost(character, before, after) +
      (isMixed ? COST.loneLetter : 0) +
      (isLone ? COST.loneLetter : 0)
    )
  })
}

function latin(languages: readonly string[]): Candidate['costOf'] {
  const all = new Map(languages.flatMap((letters) => [...letters].map((letter) => [letter, 3.8] as const)))
  const sums = [all, ...languages.map((letters) => ranks(letters, 4))].map((costs) =>
    sumBy((character, before, after) => {
      const cost = costs.get(character.toLowerCase()) ?? costs.get(character)
      if (cost === undefined)
        return isLetter(character) ? COST.otherLetter : symbolCost(character, before, after)
      const isRun = before >= '\x80' && isLetter(before)
      return (
        cost +
        capitalCost(character, before, after) +
        (isRun ? 2 : 0) +
        spellingCost(character, before, after)
      )
    }),
  )
  return (text) => Math.min(...sums.map((sum) => sum(text)))
}

const spellingCost = (character: string, before: string, after: string): number => {
  const isBeforeVowel = /[aeiouáéíóú]/i.test(after)
  switch (character.toLowerCase()) {
    case 'ñ':
      return isBeforeVowel ? 0 : 4
    case 'ń':
      return isBeforeVowel ? 6 : 0
    case 'õ':
      return /e/i.test(after) ? 0 : 3
    case 'ő':
      return /e/i.test(after) ? 4 : 0
    case 'ð':
      return isLetter(before) ? 0 : 4
    case '¿':
    case '¡':
      return isLetter(before) || !isLetter(after) ? 8 : 0
    default:
      return 0
  }
}

const HAN = /\p{sc=Han}/u
const KANA = /[\u3041-\u30fe]/
const WIDE_SYMBOL = /[\u3000-\u3017\uff01-\uff5e\u2014\u2018-\u201d\u2026\u00b7\uffe5]/
const HALF_KANA = /[\uff61-\uff9f]/

interface WideCosts {
  frequent: ReadonlySet<string>
  frequentCost: number
  otherCost: number
  isOther(character: string): boolean
  hanCost: number
  kanaCost: number
}

const wide = ({ frequent, frequentCost, otherCost, isOther, hanCost, kanaCost }: WideCosts) =>
  sumBy((character, before, after) => {
    const isLone = isAsciiLetter(before) && isAsciiLetter(after)
    return (isLone ? 5 : 0) + costOf(character)
    function costOf(one: string): number {
      if (frequent.has(one)) return frequentCost
      if (isOther(one)) return otherCost
      if (WIDE_SYMBOL.test(one)) return COST.symbol
      if (KANA.test(one)) return kanaCost
      if (HALF_KANA.test(one)) return 5
      return HAN.test(one) ? hanCost : COST.foreign
    }
  })

const chinese = (frequent: string) =>
  wide({
    frequent: new Set(frequent),
    frequentCost: 6,
    otherCost: 9.5,
    isOther: (character) => HAN.test(character),
    hanCost: 9.5,
    kanaCost: 11,
  })

const JAPANESE = wide({
  frequent: new Set(KANJI),
  frequentCost: 6,
  otherCost: 4.5,
  isOther: (character) => KANA.test(character),
  hanCost: 9.5,
  kanaCost: 4.5,
})

const KOREAN = wide({
  frequent: new Set(HANGUL),
  frequentCost: 5.5,
  otherCost: 9,
  isOther: (character) => /\p{sc=Hangul}/u.test(character),
  hanCost: 12,
  kanaCost: 12,
})

const CYRILLIC = alphabet(ALPHABETS.cyrillic, 'авикосуяіїєжзйґ')
const greekLetters = alphabet(ALPHABETS.greek, 'ηοόήω')
const GREEK = (text: string): number =>
  greekLetters(text) + (text.match(/(?<!\p{L})[α-ω]{4,}(?!\p{L})/gu)?.length ?? 0) * COST.noAccent
const CENTRAL = latin(LATIN_LANGUAGES['central']!)

const CANDIDATES: readonly (readonly [LegacyEncoding, Candidate])[] = [
  ['windows-1252', { prior: 0, costOf: latin(LATIN_LANGUAGES['windows-1252']!) }],
  ['shift_jis', { prior: 1, costOf: JAPANESE }],
  ['gb18030', { prior: 1, costOf: chinese(SIMPLIFIED) }],
  ['big5', { prior: 1, costOf: chinese(TRADITIONAL) }],
  ['euc-kr', { prior: 1, costOf: KOREAN }],
  ['euc-jp', { prior: 1, costOf: JAPANESE }],
  ['windows-1251', { prior: 1, costOf: CYRILLIC }],
  ['koi8-u', { prior: 2, costOf: CYRILLIC }],
  ['ibm866', { prior: 2, costOf: CYRILLIC }],
  ['windows-1250', { prior: 2, costOf: CENTRAL }],
  ['iso-8859-2', { prior: 3, costOf: CENTRAL }],
  ['windows-1253', { prior: 2, costOf: GREEK }],
  ['windows-1254', { prior: 2, costOf: latin(LATIN_LANGUAGES['windows-1254']!) }],
  ['windows-1255', { prior: 2, costOf: alphabet(ALPHABETS.hebrew) }],
  ['windows-1256', { prior: 2, costOf: alphabet(ALPHABETS.arabic) }],
  ['windows-1257', { prior: 3, costOf: latin(LATIN_LANGUAGES['windows-1257']!) }],
  ['windows-874', { prior: 2, costOf: alphabet(ALPHABETS.thai) }],
]
