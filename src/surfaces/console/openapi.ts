import { z } from 'zod'
import { STATUS } from '#ground/api/errors.ts'
import { ErrorBody, type ErrorCode } from '#ground/api/schema.ts'
import type { RouteSpec } from '#ground/api/route.ts'
import type { DeclaredRoute } from './routes.ts'

type Json = Record<string, unknown>

/** What every route may refuse with, and what those that change something may. */
const ALWAYS: readonly ErrorCode[] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'blocked',
  'rate_limited',
  'unavailable',
]
const ON_CHANGE: readonly ErrorCode[] = ['cross_origin', 'too_large']

const WHO = {
  person: 'Anybody signed in.',
  admin: 'Whoever manages the access of a Hub or of the organization; limited to what they manage.',
  organization: 'Organization administrators.',
} as const satisfies Record<RouteSpec['level'], string>

/** The OpenAPI 3.1 description of declared routes, made from the schemas that check requests. */
export function openApiPage(declared: readonly DeclaredRoute[], version: string): Json & { openapi: string } {
  const schemas: Json = {}
  const paths: Record<string, Json> = {}
  for (const route of declared) {
    const { section } = route
    const path = `${section ?? ''}${route.path}`.replaceAll(/:(\w+)/g, '{$1}')
    const operation = operationOf(route, path, schemas)
    const place = section === undefined ? {} : { servers: [{ url: '/portal' }] }
    paths[path] = { ...paths[path], [route.method]: { ...operation, ...place } }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hub Service Console API', version },
    servers: [{ url: '/portal/api' }],
    security: [{ session: [] }, { key: [] }],
    tags: [...new Set(declared.map(({ feature }) => feature))].map((name) => ({ name })),
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

function operationOf({ method, feature, spec }: DeclaredRoute, path: string, schemas: Json): Json {
  const codes = new Set([
    ...ALWAYS,
    ...(method === 'get' ? [] : ON_CHANGE),
    ...(spec.params ? (['not_found'] as const) : []),
    ...(spec.refusals ?? []),
  ])
  return {
    operationId: `${method}${path.replaceAll(/[^a-z0-9]+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())}`,
    tags: [feature],
    summary: spec.summary,
    description: WHO[spec.level],
    parameters: [
      ...parametersOf(spec.params, 'path', schemas),
      ...parametersOf(spec.query, 'query', schemas),
    ],
    ...(spec.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(spec.body, 'input', schemas) } },
          },
        }
      : {}),
    responses: {
      [spec.status ?? 200]: {
        description: 'Done',
        content: {
          [spec.isStream ? 'text/event-stream' : 'application/json']: {
            schema: schemaOf(spec.answer, 'output', schemas),
          },
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
    schema: rest,
  }))
}

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
