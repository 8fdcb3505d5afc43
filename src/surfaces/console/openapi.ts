import { z } from 'zod'
import type { ConsoleRoute, Level } from '#ground/api/contract.ts'
import { STATUS } from '#ground/api/errors.ts'
import { ErrorBody, type ErrorCode } from '#ground/api/schema.ts'

type Json = Record<string, unknown>

/** Refusals of every route, and those of routes with changes. */
const ALWAYS: readonly ErrorCode[] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'blocked',
  'rate_limited',
  'internal',
  'unavailable',
]
const ON_CHANGE: readonly ErrorCode[] = ['cross_origin', 'too_large']

const WHO = {
  person: 'Anybody signed in.',
  admin: 'Whoever manages the access of a Hub or of the organization; limited to what they manage.',
  organization: 'Organization administrators.',
} as const satisfies Record<Level, string>

const SITE = '/portal'
const API = `${SITE}/api`

/** The OpenAPI 3.1 description of routes, made from the contracts that check requests. */
export function openApiPage(
  byHeading: readonly (readonly [heading: string, routes: readonly ConsoleRoute[]])[],
  version: string,
): Json & { openapi: string } {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const [tag, routes] of byHeading)
    for (const route of routes) {
      const isOfApi = route.base === API
      const server = isOfApi ? API : SITE
      const path = `${route.base}${route.path}`.slice(server.length).replaceAll(/:(\w+)/g, '{$1}')
      const operation = operationOf(route, { tag, path }, schemas)
      const place = isOfApi ? {} : { servers: [{ url: SITE }] }
      paths[path] = { ...paths[path], [route.method]: { ...operation, ...place } }
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Hub Service Console API', version },
    servers: [{ url: API }],
    security: [{ session: [] }, { key: [] }],
    tags: byHeading.map(([name]) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'token',
          description: 'Session of the web chat. Changes must come from the same origin.',
        },
        key: { type: 'http', scheme: 'bearer', description: 'Personal API key of the web chat, `sk-…`.' },
      },
    },
  }
}

function operationOf(route: ConsoleRoute, { tag, path }: { tag: string; path: string }, schemas: Json): Json {
  const { method } = route
  const codes = new Set([
    ...ALWAYS,
    ...(method === 'get' ? [] : ON_CHANGE),
    ...(route.params ? (['not_found'] as const) : []),
    ...(route.refusals ?? []),
  ])
  const parameters = [
    ...parametersOf(route.params, 'path', schemas),
    ...parametersOf(route.query, 'query', schemas),
  ]
  return {
    operationId: `${method}${path.replaceAll(/[^a-z0-9]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary: route.summary,
    description: WHO[route.level],
    parameters,
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.body, 'input', schemas) } },
          },
        }
      : {}),
    responses: {
      [route.status ?? 200]: {
        description: 'Done',
        content: {
          [route.isStream ? 'text/event-stream' : 'application/json']: {
            schema: schemaOf(route.answer, 'output', schemas),
          },
          ...exportsOf(parameters),
        },
      },
      ...refusalsOf([...codes], schemas),
    },
  }
}

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

/** A number in a query is validated as text, whose pattern and default equal the number's. */
const asNumber = ({ pattern, default: usual, ...schema }: Json): Json => {
  const isNumber = schema['type'] === 'integer'
  return {
    ...schema,
    ...(!isNumber && pattern !== undefined && { pattern }),
    ...(usual !== undefined && { default: isNumber ? Number(usual) : usual }),
  }
}

/** Other response formats of a route, selected in its query. */
const exportsOf = (parameters: readonly Json[]): Json =>
  parameters.some(({ name }) => name === 'format')
    ? { 'text/csv': { schema: { type: 'string' } }, 'application/x-ndjson': { schema: { type: 'string' } } }
    : {}

const refusalsOf = (codes: readonly ErrorCode[], schemas: Json): Json => {
  const byStatus = Map.groupBy(codes, (code) => STATUS[code])
  const schema = schemaOf(ErrorBody, 'output', schemas)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\``).join(', '),
        content: { 'application/json': { schema } },
      },
    ]),
  )
}

/** A schema as JSON Schema; those with a name of their own are put among the page's components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema: _, $defs, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = pointed(definition)
  return pointed(made) as Json
}

/** The same with references to the page's components. */
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
