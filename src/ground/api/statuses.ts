/**
 * The HTTP statuses that a route can answer, with the codes of its errors; `any` where another server chooses the code, and `4XX` for
 * each status from 400 to 499. A route of Fastify holds them as `config.statuses`: the OpenAPI descriptions are made from them, and the
 * test run compares each answer with them.
 */
export type Statuses = Readonly<Partial<Record<number | '4XX', readonly string[] | 'any'>>>

declare module 'fastify' {
  interface FastifyContextConfig {
    statuses?: Statuses
  }
}

/**
 * Groups codes by status. Pure.
 *
 * @param good Statuses of answers that are no errors.
 * @param statusesByCode What each code has for statuses.
 */
export function statusesOf<Code extends string>(
  good: readonly number[],
  codes: readonly Code[],
  statusesByCode: (code: Code) => readonly number[],
): Statuses {
  const statuses: Record<number, string[]> = Object.fromEntries(good.map((status) => [status, []]))
  for (const code of new Set(codes))
    for (const status of statusesByCode(code)) (statuses[status] ??= []).push(code)
  return statuses
}
