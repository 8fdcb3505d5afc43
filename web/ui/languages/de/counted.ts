import { number } from '../../language.ts'

export const counted = (one: string, many: string) => (count: number) =>
  `${number(count)} ${count === 1 ? one : many}`
