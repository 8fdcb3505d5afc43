/** As people and rosters write a telephone number: never one that begins with a dash, which is the id of a group. */
const PHONE_NUMBER = /^[+(]*\d[\d\s()./\u2010-\u2015-]*$/

/** A country's numbers that are written in several ways, all for one subscriber. Applied to digits with the country code. */
interface Variant {
  /** Pattern of the written form. */
  written: RegExp
  /** The form that all are brought to. */
  as: string
}

/**
 * Left out on purpose, because two subscribers could become one: Brazilian landlines (2–5) and trunked radio (70, 77–79), which
 * never got the ninth digit; numbers without a country code; Ivory Coast, where the prefix of 2021 depends on the operator;
 * and the zero behind +39, +225, +241, +242, +378 and +379, which belongs to the number.
 */
const VARIANTS: readonly Variant[] = [
  // Brazil: mobile numbers got a ninth digit; accounts from before are still named without it.
  { written: /^55([1-9]\d)9?([689]\d{7}|7[1-6]\d{6})$/, as: '55$19$2' },
  // Mexico: until 2019 mobile numbers were called with a 1.
  { written: /^521([2-9]\d{9})$/, as: '52$1' },
  // Argentina: mobile numbers are called with a 9 from abroad, and with a 15 behind the area code at home.
  { written: /^549([1-3]\d{9})$/, as: '54$1' },
  { written: /^549?(11)15(\d{8})$/, as: '54$1$2' },
  { written: /^549?([23]\d\d)15(\d{7})$/, as: '54$1$2' },
  { written: /^549?([23]\d{3})15(\d{6})$/, as: '54$1$2' },
  // Benin: since November 2024 every number begins with 01.
  { written: /^22901(\d{8})$/, as: '229$1' },
]

/** Countries in which a zero before the area code is dialled at home alone, so that no number has it behind the country code. */
const TRUNK_ZERO =
  /^(2[07]|3[0-3]|4[0134679]|5[1458]|6[0-46]|8[1246]|9[0-58]|21[23]|23[34]|25[1-6]|26[0134]|35[38]|38[0-79]|88[06]|96[1-8]|97[0-27]|99[2-68])0(?=[1-9]\d{4,})/

/** Country codes in which the zero after the code is part of the number. */
const KEEPS_ZERO = /^\+?(00)?(39|225|241|242|378|379)/

/**
 * The digits that identify a telephone number's subscriber, in any notation; null for other text. Two numbers
 * have the same digits only if they reach the same subscriber. Pure.
 */
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

/** Contact lists copy numbers with invisible marks of direction, with full-width digits, or as `tel:` links. */
const plain = (handle: string): string =>
  handle
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^tel:\s*/i, '')

/** Digits that two numbers share at their ends if they may be the same one. */
const MIN_SHARED_DIGITS = 8
const MIN_LOCAL_DIGITS = 7

/** True if two numbers differ, but look like the same number, such as without its country code. Pure. */
export function areNear(a: string, b: string): boolean {
  const [one, other] = [subscriberOf(a), subscriberOf(b)]
  if (one === null || other === null || one === other) return false
  const [short, long] = [one, other]
    .map((digits) => digits.replace(/^0+/, ''))
    .toSorted((x, y) => x.length - y.length) as [string, string]
  if (short.length < MIN_LOCAL_DIGITS) return false
  return long.endsWith(short.slice(-Math.max(MIN_LOCAL_DIGITS, Math.min(MIN_SHARED_DIGITS, short.length))))
}
