import type { z } from 'zod'
import type { Checked, ConsoleRoute, ExportedRoute } from './contract.ts'
import type { Download } from './download.ts'
import type { EventStream } from './event-stream.ts'

/** A signed-in person who is not blocked. */
export interface ConsoleCaller {
  /** Verified, trimmed and lower case. */
  email: string
  name: string
  userId: string
  via: 'session' | 'key'
  /** Slugs of the Hubs that the personal API key is limited to; null: no limit. */
  keyHubs: readonly string[] | null
  isOrganizationAdmin: boolean
  /** Sorted slugs of the Hubs whose access the caller manages; an organization administrator manages all. */
  manages: readonly string[]
}

export interface ConsoleRequest<R extends ConsoleRoute> extends Checked<R> {
  caller: ConsoleCaller
  requestId: string
}

export type ConsoleHandler<R extends ConsoleRoute> = (
  request: ConsoleRequest<R>,
) => Promise<AnswerOf<R>> | AnswerOf<R>

type AnswerOf<R extends ConsoleRoute> = R['isStream'] extends true
  ? EventStream
  : z.input<R['answer']> | (R extends ExportedRoute ? Download : never)

export interface ConsoleApp {
  handle<R extends ConsoleRoute>(route: R, handler: ConsoleHandler<R>): void
}

export interface ConsoleFeature {
  routes(app: ConsoleApp): void
}
