import { count as written } from './numbers.ts'

/** A count with what is counted, such as `1 Hub` and `1,200 Hubs`. */
export const plural = (count: number, one: string, many: string): string =>
  `${written(count)} ${count === 1 ? one : many}`
