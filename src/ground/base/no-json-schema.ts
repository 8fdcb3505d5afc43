import type { FastifyServerOptions } from 'fastify'

const refuse = (): never => {
  throw new TypeError('Routes are checked by zod, and declare no schema of their answers.')
}

/** Without this option, Fastify would load an unused JSON Schema validator and serializer: 20 ms and some megabytes. */
export const NO_JSON_SCHEMA: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
}
