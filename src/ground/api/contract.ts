import type { z } from 'zod'
import type { ErrorCode, Format } from './schema.ts'

export type Method = 'get' | 'post' | 'put' | 'delete'

/** Address of a route. Browsers only get this part of a contract. */
export interface RouteAddress {
  method: Method
  /** Base path of an API, such as `/portal/api`. */
  base: string
  /** Below that, such as `/hubs/:hub`. */
  path: string
}

/** A route's description of itself, used by server, pages, OpenAPI and tests. */
export interface RouteFacts {
  /** Its purpose, in a few words. */
  summary: string
  /** Required level of the caller. */
  level: string
  /** Parts of the path, such as those of `/hubs/:hub`. */
  params?: z.ZodType
  /** Use a strict object: then unknown names are refused. */
  query?: z.ZodType
  /** JSON. Use a strict object: then unknown fields are refused. */
  body?: z.ZodType
  /** Response; for a stream, the data of every event. */
  answer: z.ZodType
  /** Answers with an `EventStream`. */
  isStream?: true
  /** Status of a successful answer: 201 after a creation; default 200. */
  status?: 201
  /** Codes it may refuse with, beside those every route has. */
  refusals?: readonly string[]
}

/** A contract: one route, as a value. */
export type ApiRoute<Facts extends RouteFacts = RouteFacts> = Facts & RouteAddress

/** Declares the routes of one API. The parts of a path must match `params`. */
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
 * Who may call a route: anybody signed in, managers of a Hub or the organization, or the organization only.
 */
export type Level = 'person' | 'admin' | 'organization'

export interface ConsoleFacts extends RouteFacts {
  level: Level
  refusals?: readonly ErrorCode[]
  /** Also understand the web chat's session token as `Authorization: Bearer`. */
  acceptsBearerToken?: true
  /**
   * Requires the bridge of a Hub. Any bridge accepts the request, and the bridge of the Hub named in `hub`
   * answers.
   */
  isLive?: true
  /** Order in which the lists of all Hubs are joined if the request names no Hub. */
  joined?: ListOrder
}

/** Hub after Hub, or the newest first by a time of the items. */
export type ListOrder = 'in turn' | { readonly newestBy: string }

export type ConsoleRoute = ApiRoute<ConsoleFacts>

/** A route of the Console API. */
export const route = routesBelow<ConsoleFacts>('/portal/api')

/** A route as the server's handler gets it, checked. */
export interface Checked<R extends RouteFacts> {
  params: Output<R['params']>
  query: Output<R['query']>
  body: Output<R['body']>
}

type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** A caller's input for a route: the declared parts, optional ones may be left out. */
export type SentParts<R extends RouteFacts> = Part<'params', Input<R['params']>> &
  Part<'query', QueryOf<R>> &
  Part<'body', BodyOf<R>>

type Input<Schema> = Schema extends z.ZodType ? z.input<Schema> : never

type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : {} extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

/** In an address everything is text, so numbers are accepted where text is expected. */
type Written<Query> = [Query] extends [never]
  ? never
  : { [Name in keyof Query]: Query[Name] | (string extends Query[Name] ? number : never) }

/** A list that is exported whole, too. */
export type ExportedRoute = ApiRoute & { query: z.ZodType<z.output<typeof Format>> }

/** Filters and paging of a list, as its caller writes them. */
export type QueryOf<R extends RouteFacts> = Written<Input<R['query']>>

export type BodyOf<R extends RouteFacts> = Input<R['body']>

/** A route's response, as its caller has it. */
export type AnswerOf<R extends RouteFacts> = z.output<R['answer']>
