import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { Statuses } from './statuses.ts'

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

export const optionsOf = (
  { prefix, supportedMethods }: Pick<FastifyInstance, 'prefix' | 'supportedMethods'>,
  { methods, path, statuses }: DeclaredRoute,
) => ({
  method: methods === 'any' ? [...supportedMethods] : [...methods],
  url: pathBelow(prefix, path),
  config: { statuses: () => statuses },
})

export function pathBelow(prefix: string, path: string): string {
  if (path === prefix || path.startsWith(`${prefix}/`)) return path.slice(prefix.length)
  throw new Error(`${path} can't be handled below ${prefix}`)
}
