import { count as written } from './numbers.ts'

export const plural = (count: number, one: string, many: string): string =>
  `${written(count)} ${count === 1 ? one : many}`
