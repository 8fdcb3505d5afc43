import { z } from 'zod'
import type { ApiRoute } from './contract.ts'
import type { Statuses } from './statuses.ts'

type Json = Record<string, unknown>

export interface DescribedApi<R extends ApiRoute> {
  title: string
  version: string
  server: string
  site?: string
  errorBody: z.ZodType
  callersByLevel: Readonly<Record<string, string>>
  securitySchemes: Readonly<Record<string, Json>>
  isOpen?(route: R): boolean
  statusesOf(route: R): Statuses
  rawBodies?(route: R): Json | null
  rawErrorBodies?(route: R): Json | null
  aliasesOf?(route: R): readonly string[]
}

export function openApiPage<R extends ApiRoute>(
  byHeading: readonly (readonly [heading: string, routes: readonly R[]])[],
  api: DescribedApi<R>,
): Json & { openapi: string } {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const [tag, routes] of byHeading)
    for (const route of routes)
      for (const address of [route.path, ...(api.aliasesOf?.(route) ?? [])].map(
        (path) => route.base + path,
      )) {
        const isBelow = address.startsWith(`${api.server}/`)
        const server = isBelow ? api.server : (api.site ?? '')
        const path = address.slice(server.length).replaceAll(/:(\w+)/g, '{$1}')
        const operation = operationOf(route, { tag, path }, { api, schemas })
        const servers = isBelow ? {} : { servers: [{ url: server || '/' }] }
        paths[path] = { ...paths[path], [route.method]: { ...operation, ...servers } }
      }
  return {
    openapi: '3.1.0',
    info: { title: api.title, version: api.version },
    servers: [{ url: api.server || '/' }],
    security: Object.keys(api.securitySchemes).map((name) => ({ [name]: [] })),
    tags: byHeading.map(([name]) => ({ name })),
    paths,
    components: { schemas, securitySchemes: api.securitySchemes },
  }
}

interface Making<R extends ApiRoute> {
  api: DescribedApi<R>
  schemas: Json
}

function operationOf<R extends ApiRoute>(
  route: R,
  { tag, path }: { tag: string; path: string },
  { api, schemas }: Making<R>,
): Json {
  const { method } = route
  const parameters = [
    ...parametersOf(route.params, 'path', schemas),
    ...parametersOf(route.query, 'query', schemas),
  ]
  return {
    operationId: `${method}${path.replaceAll(/[^a-z0-9]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary: route.summary,
    description: api.callersByLevel[route.level],
    ...(api.isOpen?.(route) && { security: [] }),
    parameters,
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.body, 'input', schemas) } },
          },
        }
      : {}),
    responses: Object.fromEntries(
      Object.entries(api.statusesOf(route)).map(([status, codes]) => [
        status,
        status in BODILESS
          ? { description: BODILESS[status] }
          : status < '4'
            ? goodAnswer(route, Number(status), { api, schemas, parameters })
            : errorAnswer(codes ?? [], {
                schema: schemaOf(api.errorBody, 'output', schemas),
                raw: api.rawErrorBodies?.(route) ?? {},
              }),
      ]),
    ),
  }
}

const BODILESS: Readonly<Record<string, string>> = { 304: 'Not modified', 416: 'Range not satisfiable' }

function goodAnswer<R extends ApiRoute>(
  route: R,
  status: number,
  { api, schemas, parameters }: Making<R> & { parameters: readonly Json[] },
): Json {
  if (status >= 300) return { description: 'At another address' }
  const raw = api.rawBodies?.(route)
  if (raw) return { description: 'Done', content: raw }
  const schema = schemaOf(route.answer, 'output', schemas)
  const content = route.isStream
    ? { 'text/event-stream': { schema } }
    : { 'application/json': { schema }, ...exportsOf(parameters) }
  return { description: 'Done', content }
}

const errorAnswer = (
  codes: readonly string[] | 'any',
  { schema, raw }: { schema: Json; raw: Json },
): Json => ({
  description: codes === 'any' ? 'An error of the agent’s server' : codesText(codes),
  content: { 'application/json': { schema }, ...raw },
})

const codesText = (codes: readonly string[]): string =>
  codes.length === 0 ? 'An error without a code' : codes.map((code) => `\`${code}\``).join(', ')

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', schemas: Json): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input', schemas) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: asNumber(rest),
  }))
}

const asNumber = ({ pattern, default: usual, ...schema }: Json): Json => {
  const isNumber = schema['type'] === 'integer'
  return {
    ...schema,
    ...(!isNumber && pattern !== undefined && { pattern }),
    ...(usual !== undefined && { default: isNumber ? Number(usual) : usual }),
  }
}

const exportsOf = (parameters: readonly Json[]): Json =>
  parameters.some(({ name }) => name === 'format')
    ? { 'text/csv': { schema: { type: 'string' } }, 'application/x-ndjson': { schema: { type: 'string' } } }
    : {}

function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema: _, $defs, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = pointed(definition)
  return pointed(made) as Json
}

const pointed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(pointed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : pointed(inner),
    ]),
  )
}
