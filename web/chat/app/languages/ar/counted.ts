import { number } from '../../../../ui/language.ts'

const PLURALS = new Intl.PluralRules('ar')

export const counted =
  (forms: { one: string; two: string; few: string; other: string }) =>
  (count: number): string => {
    const kind = PLURALS.select(count)
    if (kind === 'one') return forms.one
    if (kind === 'two') return forms.two
    return `${number(count)} ${kind === 'few' ? forms.few : forms.other}`
  }
