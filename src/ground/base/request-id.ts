import { newId } from './ids.ts'

export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : newId()

const REQUEST_ID = /^[\w.:-]{1,128}$/
