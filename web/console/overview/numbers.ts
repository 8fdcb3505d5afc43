const whole = new Intl.NumberFormat()
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' })

export const count = (value: number): string => whole.format(value)
/** `1.2K`, for axes and figures. */
export const compact = (value: number): string => (Math.abs(value) < 10_000 ? whole : short).format(value)
export const money = (value: number): string => dollars.format(value)
