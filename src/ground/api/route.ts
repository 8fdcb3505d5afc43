import type { z } from 'zod'
import type { Download } from './download.ts'
import type { EventStream } from './event-stream.ts'
import type { ErrorCode } from './schema.ts'

/** Somebody who is signed in and not blocked. */
export interface ConsoleCaller {
  /** Verified, trimmed and lower case. */
  email: string
  name: string
  /** Id of their account in the web chat. */
  userId: string
  /** A web session, or a personal API key. */
  via: 'session' | 'key'
  /** Slugs of the Hubs that their key is for; null for all, and with a session. */
  keyHubs: readonly string[] | null
  isOrganizationAdmin: boolean
  /** Slugs of the Hubs whose access they manage, in order; all for an organization administrator. */
  manages: readonly string[]
}

/** Who may call a route: anybody signed in, whoever manages a Hub or the organization, or the organization only. */
export type Level = 'person' | 'admin' | 'organization'

/** What a route declares. Requests are checked against it, and the OpenAPI page is made from it. */
export interface RouteSpec {
  /** What it does, in a few words. */
  summary: string
  level: Level
  /** Parts of the path, such as `/hubs/:hub`. */
  params?: z.ZodType
  /** Use a strict object: then unknown names are refused. */
  query?: z.ZodType
  /** JSON. Use a strict object: then unknown fields are refused. */
  body?: z.ZodType
  /** What it answers with; of a stream, the data of every event. */
  answer: z.ZodType
  /** Answers with an `EventStream`. */
  isStream?: true
  /** Status of a good answer: 201 where something was made; default 200. */
  status?: 201
  /** Codes it may refuse with, beside those every route has. */
  refusals?: readonly ErrorCode[]
  /** Also understand the web chat's session token as `Authorization: Bearer`. */
  acceptsBearerToken?: boolean
}

export interface ConsoleRequest<Spec extends RouteSpec> {
  caller: ConsoleCaller
  params: Checked<Spec['params']>
  query: Checked<Spec['query']>
  body: Checked<Spec['body']>
  /** In answers, logs and access changes. */
  requestId: string
}

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** Answers with a value that `answer` describes, a download or a stream; throws `Refused` for what is expected to go wrong. */
export type Handler<Spec extends RouteSpec> = (
  request: ConsoleRequest<Spec>,
) => Promise<z.input<Spec['answer']> | Special> | z.input<Spec['answer']> | Special

type Special = Download | EventStream

export type Method = 'get' | 'post' | 'put' | 'delete'

/** Where features put their routes. Paths are below `/portal/api`. */
export type ConsoleApp = {
  readonly [M in Method]: <const Spec extends RouteSpec>(
    path: `/${string}`,
    spec: Spec,
    handle: Handler<Spec>,
  ) => void
}

/** A part of the product that has routes in the Console API. */
export interface ConsoleFeature {
  /** Heading of its routes in the OpenAPI page. */
  readonly name: string
  routes(app: ConsoleApp): void
}
