/** `any`: another server chooses the error codes. `4XX`: 400 to 499. */
export type Statuses = Readonly<Partial<Record<number | '4XX', readonly string[] | 'any'>>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A function, so that the statuses of a Hub's 600 routes are created only for descriptions and tests. */
    statuses?: () => Statuses
  }
}

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
