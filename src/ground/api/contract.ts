import type { z } from 'zod'
import type { ErrorCode, Format } from './schema.ts'

export type Method = 'get' | 'post' | 'put' | 'delete'

export interface RouteAddress {
  method: Method
  /** Base path, such as `/portal/api`. */
  base: string
  /** Path below `base`, such as `/hubs/:hub`. */
  path: string
}

export interface RouteFacts {
  summary: string
  level: string
  params?: z.ZodType
  /** A strict object, so that unknown names are refused. */
  query?: z.ZodType
  /** JSON. A strict object, so that unknown fields are refused. */
  body?: z.ZodType
  /** Schema of the response body. For a stream: schema of the `data` of each event. */
  answer: z.ZodType
  isStream?: true
  /** Success status: 201 for a creation; default 200. */
  status?: 201
  /** Error codes in addition to those that every route may return. */
  refusals?: readonly string[]
}

export type ApiRoute<Facts extends RouteFacts = RouteFacts> = Facts & RouteAddress

export const routesBelow =
  <Allowed extends RouteFacts>(base: string) =>
  <const Path extends '' | `/${string}`, const Facts extends Allowed>(
    method: Method,
    path: Path,
    facts: Facts & ParamsOf<Path>,
  ): ApiRoute<Facts> => ({ method, base, path, ...facts })

type ParamsOf<Path extends string> = [NameIn<Path>] extends [never]
  ? { params?: undefined }
  : { params: z.ZodType<unknown, Record<NameIn<Path>, string>> }

type NameIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NameIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/**
 * `person`: anyone signed in. `admin`: people who manage a Hub or the organization. `organization`: only people who
 * manage the organization.
 */
export type Level = 'person' | 'admin' | 'organization'

export interface ConsoleFacts extends RouteFacts {
  level: Level
  refusals?: readonly ErrorCode[]
  /**
   * Besides the session cookie and personal API keys, accepts `Authorization: Bearer` with the web chat's session
   * token.
   */
  acceptsBearerToken?: true
  /** Only the bridge that serves the Hub in parameter `hub` can respond. Other bridges relay the request to it. */
  isLive?: true
  /** If the request names no Hub, the server joins the lists of all Hubs in this order. */
  joinOrder?: JoinOrder
}

/**
 * `in turn`: all items of a Hub, then all items of the next Hub. `newestBy`: newest first, sorted by this time field
 * of the items.
 */
export type JoinOrder = 'in turn' | { readonly newestBy: string }

export type ConsoleRoute = ApiRoute<ConsoleFacts>

export const route = routesBelow<ConsoleFacts>('/portal/api')

export interface Checked<R extends RouteFacts> {
  params: Output<R['params']>
  query: Output<R['query']>
  body: Output<R['body']>
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

export type SentParts<R extends RouteFacts> = Part<'params', Input<R['params']>> &
  Part<'query', QueryOf<R>> &
  Part<'body', BodyOf<R>>

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : never

type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : {} extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

/** Query values are sent as text, so callers may pass a number where the schema declares a string. */
type Written<Query> = [Query] extends [never]
  ? never
  : { [Name in keyof Query]: Query[Name] | (string extends Query[Name] ? number : never) }

export type ExportedRoute = ApiRoute & { query: z.ZodType<z.output<typeof Format>> }

export type QueryOf<R extends RouteFacts> = Written<Input<R['query']>>

export type BodyOf<R extends RouteFacts> = Input<R['body']>

export type AnswerOf<R extends RouteFacts> = z.output<R['answer']>
