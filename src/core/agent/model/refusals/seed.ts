import { isAnyNumber, type AnyNumber } from '#ground/base/json/exact-number.ts'
import { valueAt } from './body.ts'

/** Whether a provider that takes whole numbers of so many bits, with a sign, takes this seed. 64 bits may have none. */
export function isSeedWithin(seed: AnyNumber, bits: number): boolean {
  const value = BigInt(String(seed))
  return value >= -(2n ** BigInt(bits - 1)) && value < 2n ** BigInt(bits === 64 ? 64 : bits - 1)
}

/** True if a request holds a seed outside the range that many servers accept. */
export function isWideSeed(body: object): boolean {
  const seed = valueAt(body, ['seed'])
  return isAnyNumber(seed) && /^-?\d+$/.test(String(seed)) && !isSeedWithin(seed, 32)
}
