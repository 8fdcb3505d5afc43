import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { Statuses } from './statuses.ts'

/**
 * A route without a JSON contract: a page, a file, or a protocol that others defined. Each room lists its routes in
 * `declared-routes.ts`; a test compares the lists with the routes that the servers register.
 */
export interface DeclaredRoute {
  readonly methods: 'any' | readonly HTTPMethods[]
  /** Address on the server, such as `/portal/p/:id/content`. */
  readonly path: string
  readonly statuses: Statuses
}

/** Declares a route. */
export const declareRoute = (
  methods: DeclaredRoute['methods'],
  path: string,
  statuses: Statuses,
): DeclaredRoute => ({ methods, path, statuses })

/** Fastify's options of a declared route, below the prefix of `app`. */
export const optionsOf = (
  { prefix, supportedMethods }: Pick<FastifyInstance, 'prefix' | 'supportedMethods'>,
  { methods, path, statuses }: DeclaredRoute,
) => ({
  method: methods === 'any' ? [...supportedMethods] : [...methods],
  url: pathBelow(prefix, path),
  config: { statuses },
})

/** The rest of a path below a server's prefix. @throws Error for a path elsewhere. */
export function pathBelow(prefix: string, path: string): string {
  if (path === prefix || path.startsWith(`${prefix}/`)) return path.slice(prefix.length)
  throw new Error(`${path} can't be handled below ${prefix}`)
}
