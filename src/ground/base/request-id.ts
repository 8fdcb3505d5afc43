import { newId } from './ids.ts'

/** The id of a request: the one that its header `X-Request-Id` carries where that is well formed, else a new one. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : newId()

const REQUEST_ID = /^[\w.:-]{1,128}$/
