import type { FastifyServerOptions } from 'fastify'

const refuse = (): never => {
  throw new TypeError('Routes are checked by zod, and declare no schema of their answers.')
}

/**
 * For each fastify we make. It would load a validator and a serializer for JSON Schema, which nothing here uses: 20 ms of
 * a start, and some megabytes.
 */
export const NO_JSON_SCHEMA: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
}
