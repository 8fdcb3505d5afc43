import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyTypeProvider, RawServerDefault } from 'fastify'
import type { z } from 'zod'

/** Routes whose `schema` parts are zod schemas get bodies, queries and parameters of exactly those types. */
export interface ZodTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
}

/** The application as routes see it. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** One thing wrong in a request, in the form the contract's 422 answers list. */
export interface InvalidField {
  type: string
  loc: (string | number)[]
  msg: string
  input: null
}

/** A request whose body, query or path parameters don't have the required shape. */
export class InvalidRequest extends Error {
  readonly fields: readonly InvalidField[]
  constructor(fields: readonly InvalidField[]) {
    super('the request does not have the required shape')
    this.name = 'InvalidRequest'
    this.fields = fields
  }
}

const PLACE: Readonly<Record<string, string>> = {
  body: 'body',
  querystring: 'query',
  params: 'path',
  headers: 'header',
}

/** Let zod check what routes declare. What was sent is never repeated in the answer: it may be a password. */
export function useZod(app: FastifyInstance): App {
  app.setValidatorCompiler(({ schema, httpPart }) => (data) => {
    const parsed = (schema as z.ZodType).safeParse(data)
    if (parsed.success) return { value: parsed.data }
    return { error: new InvalidRequest(fieldsOf(parsed.error, PLACE[httpPart ?? 'body'] ?? 'body')) }
  })
  return app.withTypeProvider<ZodTypeProvider>()
}

/** Check a body whose schema depends on what is in it. @throws InvalidRequest */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new InvalidRequest(fieldsOf(parsed.error, 'body'))
}

const fieldsOf = (error: z.ZodError, place: string): InvalidField[] =>
  error.issues.map((issue) => ({
    type: issue.code,
    loc: [place, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))],
    msg: issue.message,
    input: null,
  }))
