import { isAnyNumber, type AnyNumber } from '#ground/base/json/exact-number.ts'
import { valueAt } from './body.ts'

/** With 64 bits, a seed that fits an unsigned integer is accepted too. */
export function isSeedWithin(seed: AnyNumber, bits: number): boolean {
  const value = BigInt(String(seed))
  return value >= -(2n ** BigInt(bits - 1)) && value < 2n ** BigInt(bits === 64 ? 64 : bits - 1)
}

export function isWideSeed(body: object): boolean {
  const seed = valueAt(body, ['seed'])
  return isAnyNumber(seed) && /^-?\d+$/.test(String(seed)) && !isSeedWithin(seed, 32)
}
