import { number } from '../../ui/language.ts'

/** For English texts; the translations count in their own way. */
export const plural = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`
