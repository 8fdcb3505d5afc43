/**
 * HTTP statuses of a route, each with its error codes. `any`: another server chooses the codes. `4XX`: all statuses
 * from 400 to 499.
 *
 * Fastify routes store them in `config.statuses`. The OpenAPI descriptions use them, and the test run compares them
 * with each response.
 */
export type Statuses = Readonly<Partial<Record<number | '4XX', readonly string[] | 'any'>>>

declare module 'fastify' {
  interface FastifyContextConfig {
    statuses?: Statuses
  }
}

/**
 * Groups error codes by status.
 *
 * @param good Statuses of success.
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
