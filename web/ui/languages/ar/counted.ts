import { number } from '../../language.ts'

const PLURALS = new Intl.PluralRules('ar')

interface Forms {
  one: string
  two: string
  few: string
  many: string
  other: string
}

/** `many` follows 11 to 99, `other` follows hundreds and thousands; both are the same if the noun ends in ة. */
export const counted =
  (forms: Forms) =>
  (count: number): string => {
    const kind = PLURALS.select(count)
    if (kind === 'one' || kind === 'two') return forms[kind]
    return `${number(count)} ${kind === 'zero' ? forms.other : forms[kind]}`
  }

/** Isolates the direction of each name. */
export const named = (names: readonly string[]): string =>
  names.map((name) => `\u2068${name}\u2069`).join('، ')
