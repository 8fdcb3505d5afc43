import { statusesOf, type Statuses } from '#ground/api/statuses.ts'
import { ANY_ROUTE_ERRORS, CHAT_ERRORS, type ChatErrorCode } from '#ground/turn/errors/schema.ts'

/**
 * The configuration of a route that declares its errors. 400 also has errors without a code.
 *
 * @param codes Default: the errors of every route that needs a bridge key.
 */
export const answersWith = (
  codes: readonly ChatErrorCode[] = ANY_ROUTE_ERRORS,
  good: readonly number[] = [200],
): { config: { statuses: Statuses } } => ({
  config: { statuses: { 400: [], ...statusesOf(good, codes, (code) => CHAT_ERRORS[code].statuses) } },
})
