import { format, number } from '../../ui/language.ts'

export { number as count } from '../../ui/language.ts'

const short = () =>
  format('short', (tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }))
const dollars = () =>
  format('whole cents', (tag) => new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD' }))
const fractions = () =>
  format(
    'fractions of a cent',
    (tag) => new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 }),
  )
const percents = () =>
  format('percent', (tag) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 }))

export const compact = (value: number): string =>
  Math.abs(value) < 10_000 ? number(value) : short().format(value)
/** US dollars. Amounts below a cent keep two significant digits. */
export const money = (value: number): string =>
  (value !== 0 && Math.abs(value) < 0.01 ? fractions() : dollars()).format(value)
export const percent = (value: number): string => percents().format(value)
