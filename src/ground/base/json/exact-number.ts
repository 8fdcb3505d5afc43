import { markAsUncloneable } from 'node:worker_threads'

/** A global symbol, so that two copies of this module recognize each other's numbers. */
const BRAND = Symbol.for('hub-service.exact-number')

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

/** A number whose text JavaScript would change: 7615917337495251231, 1.10, -0. Cannot be sent to another thread. */
export class ExactNumber {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
    Object.freeze(this)
    markAsUncloneable(this) // a clone would lose its class, so `JSON.stringify` would write an object
  }

  get [BRAND](): true {
    return true
  }

  toJSON(): unknown {
    return rawJSON(this.digits)
  }

  toString(): string {
    return this.digits
  }

  /** @throws TypeError in arithmetic, which would change the digits. */
  [Symbol.toPrimitive](wanted: string): string {
    if (wanted === 'number') throw new TypeError(notANumber(this))
    return this.digits
  }
}

export const notANumber = ({ digits }: ExactNumber): string =>
  `a JavaScript number cannot hold ${digits.slice(0, 100)} exactly; use text`

export const isExactNumber = (value: unknown): value is ExactNumber =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[BRAND] === true

export type AnyNumber = number | ExactNumber

export const isAnyNumber = (value: unknown): value is AnyNumber =>
  typeof value === 'number' || isExactNumber(value)

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

export function numberIn(text: string): AnyNumber | null {
  if (!JSON_NUMBER.test(text)) return null
  const number = Number(text)
  return String(number) === text ? number : new ExactNumber(text)
}

export function compareNumbers(a: AnyNumber, b: AnyNumber): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  const [x, y] = [decimalOf(a), decimalOf(b)]
  if (x.sign !== y.sign) return x.sign - y.sign
  if (x.magnitude !== y.magnitude) return x.magnitude < y.magnitude ? -x.sign : x.sign
  if (x.significant === y.significant) return 0
  return x.significant < y.significant ? -x.sign : x.sign
}

export function valueText(number: AnyNumber): string {
  const { sign, significant, magnitude } = decimalOf(number)
  return sign === 0 ? '0' : `${sign < 0 ? '-' : ''}0.${significant}e${magnitude}`
}

export const isZero = (number: AnyNumber): boolean => decimalOf(number).sign === 0

/** Null if the integer part would change. The fraction may be rounded. */
export function asNumber(number: AnyNumber): number | null {
  if (typeof number === 'number') return number
  const rounded = Number(number.digits)
  if (!Number.isFinite(rounded)) return null
  if (number.digits.length <= MAX_WHOLE_LENGTH && WHOLE.test(number.digits))
    return isSameWhole(number.digits, rounded) ? rounded : null
  if (compareNumbers(rounded, number) === 0) return rounded
  return rounded !== 0 && Math.abs(rounded) < Number.MAX_SAFE_INTEGER ? rounded : null
}

const WHOLE = /^-?[1-9]\d*$/
const MAX_WHOLE_LENGTH = 100

function isSameWhole(digits: string, rounded: number): boolean {
  const zeroBits = Math.min(Math.floor(Math.log2(Math.abs(rounded))) - 52, LAST_DIGITS)
  if (zeroBits > 0 && Number(digits.slice(-LAST_DIGITS)) % 2 ** zeroBits !== 0) return false
  return BigInt(digits) === BigInt(rounded)
}
const LAST_DIGITS = 15

/** sign × 0.significant × 10^magnitude */
interface Decimal {
  sign: number
  significant: string
  magnitude: number
}

function decimalOf(number: AnyNumber): Decimal {
  const [, minus, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(String(number)) ?? []
  const digits = whole + fraction
  let [start, end] = [0, digits.length]
  while (start < end && digits[start] === '0') start++
  while (end > start && digits[end - 1] === '0') end--
  if (start === end) return { sign: 0, significant: '', magnitude: 0 }
  const magnitude = whole.length - start + Number(exponent)
  return { sign: minus ? -1 : 1, significant: digits.slice(start, end), magnitude }
}
