import { newId } from './ids.ts'

/** A valid header `X-Request-Id`, else a new id. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : newId()

const REQUEST_ID = /^[\w.:-]{1,128}$/
