import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { Statuses } from './statuses.ts'

/** A route without an API contract: a page, a file or an endpoint of a standard protocol. */
export interface DeclaredRoute {
  readonly methods: 'any' | readonly HTTPMethods[]
  readonly path: string
  readonly statuses: Statuses
}

export const declareRoute = (
  methods: DeclaredRoute['methods'],
  path: string,
  statuses: Statuses,
): DeclaredRoute => ({ methods, path, statuses })

/** Fastify's route options. Their path is relative to the prefix of the Fastify instance. */
export const optionsOf = (
  { prefix, supportedMethods }: Pick<FastifyInstance, 'prefix' | 'supportedMethods'>,
  { methods, path, statuses }: DeclaredRoute,
) => ({
  method: methods === 'any' ? [...supportedMethods] : [...methods],
  url: pathBelow(prefix, path),
  config: { statuses },
})

/** @throws Error if the path has another prefix. */
export function pathBelow(prefix: string, path: string): string {
  if (path === prefix || path.startsWith(`${prefix}/`)) return path.slice(prefix.length)
  throw new Error(`${path} can't be handled below ${prefix}`)
}
