/** Common notations of a telephone number. A leading dash is excluded, because it marks the id of a group. */
const PHONE_NUMBER = /^[+(]*\d[\d\s()./\u2010-\u2015-]*$/

/** The patterns match digits that include the country code. */
interface Variant {
  written: RegExp
  as: string
}

/** No rule may turn the numbers of two subscribers into the same digits. */
const VARIANTS: readonly Variant[] = [
  // Brazil: mobile numbers received a ninth digit. Older accounts still have ids without it.
  { written: /^55([1-9]\d)9?([689]\d{7}|7[1-6]\d{6})$/, as: '55$19$2' },
  // Mexico: until 2019, callers dialled a 1 before mobile numbers.
  { written: /^521([2-9]\d{9})$/, as: '52$1' },
  // Argentina: mobile numbers have a 9 in international notation, and a 15 after the area code in national notation.
  { written: /^549([1-3]\d{9})$/, as: '54$1' },
  { written: /^549?(11)15(\d{8})$/, as: '54$1$2' },
  { written: /^549?([23]\d\d)15(\d{7})$/, as: '54$1$2' },
  { written: /^549?([23]\d{3})15(\d{6})$/, as: '54$1$2' },
  // Benin: all numbers have begun with 01 since November 2024.
  { written: /^22901(\d{8})$/, as: '229$1' },
]

/** Countries where a zero before the area code is dialled only nationally. International notation never includes it. */
const TRUNK_ZERO =
  /^(2[07]|3[0-3]|4[0134679]|5[1458]|6[0-46]|8[1246]|9[0-58]|21[23]|23[34]|25[1-6]|26[0134]|35[38]|38[0-79]|88[06]|96[1-8]|97[0-27]|99[2-68])0(?=[1-9]\d{4,})/

/** Countries where a number can begin with a zero after the country code, also in international notation. */
const KEEPS_ZERO = /^\+?(00)?(39|225|241|242|378|379)/

export function subscriberOf(written: string): string | null {
  const handle = plain(written)
  if (!PHONE_NUMBER.test(handle)) return null
  const trunkless = KEEPS_ZERO.test(handle.replaceAll(/[^\d+]/g, ''))
    ? handle
    : handle.replace(/^(\s*(?:\+|00)[\d\s-]*)\(0\)/, '$1')
  const digits = trunkless
    .replaceAll(/\D/g, '')
    .replace(/^00(?=[1-9])/, '')
    .replace(TRUNK_ZERO, '$1')
  const variant = VARIANTS.find(({ written }) => written.test(digits))
  return variant ? digits.replace(variant.written, variant.as) : digits
}

const plain = (handle: string): string =>
  handle
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:\s*/i, '')

const MIN_SHARED_DIGITS = 8
const MIN_LOCAL_DIGITS = 7

/** True if two numbers differ but may be the same, for example because one lacks its country code. */
export function areNear(a: string, b: string): boolean {
  const [one, other] = [subscriberOf(a), subscriberOf(b)]
  if (one === null || other === null || one === other) return false
  const [short, long] = [one, other]
    .map((digits) => digits.replace(/^0+/, ''))
    .toSorted((x, y) => x.length - y.length) as [string, string]
  if (short.length < MIN_LOCAL_DIGITS) return false
  return long.endsWith(short.slice(-Math.max(MIN_LOCAL_DIGITS, Math.min(MIN_SHARED_DIGITS, short.length))))
}
