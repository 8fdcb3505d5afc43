const whole = new Intl.NumberFormat()
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' })
const fractions = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
})
const percents = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

export const count = (value: number): string => whole.format(value)
export const compact = (value: number): string => (Math.abs(value) < 10_000 ? whole : short).format(value)
/** US dollars. Amounts below a cent keep two significant digits. */
export const money = (value: number): string =>
  (value !== 0 && Math.abs(value) < 0.01 ? fractions : dollars).format(value)
export const percent = (value: number): string => percents.format(value)
