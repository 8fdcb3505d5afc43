const MAX_KEY_LENGTH = 200
const DIGITS = 12

/** Key whose binary order ignores case and accents and compares numbers by value: `Bed 2` is before `Bed 10`. */
export const naturalKey = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(DIGITS, '0'))
    .slice(0, MAX_KEY_LENGTH)
    .toWellFormed()
