import { format } from './language.ts'

const dollars = () =>
  format(
    'dollars',
    (tag) => new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', maximumFractionDigits: 2 }),
  )
const parts = () =>
  format(
    'parts of a dollar',
    (tag) => new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 }),
  )

/** Such as `$10.00` and `$0.0012`. */
export const money = (microUsd: number): string =>
  (microUsd !== 0 && microUsd < 100_000 ? parts() : dollars()).format(microUsd / 1_000_000)
