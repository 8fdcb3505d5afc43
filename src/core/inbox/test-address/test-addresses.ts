import type { Clock } from '#ground/base/clock.ts'
import { jsonOrUndefined } from '#ground/base/json/parse.ts'
import { endpointPath, TEST_ENDING } from '#ground/hub/endpoint-path.ts'
import { isServed, type Endpoints } from '../endpoints/open.ts'
import { shownRefusal } from '../notices/shown.ts'
import { withParsedBody } from '../parsed-body.ts'
import { prettyJson } from '../pretty-json.ts'
import type { InboxWait } from '../schema.ts'
import { TEST_WAIT_MS, type TestWait, type TestWaits } from './test-waits.ts'

export interface TestAddresses {
  /** Whether the Hub serves the endpoint. */
  has(endpoint: string): boolean
  /** Replaces an earlier wait. */
  start(endpoint: string): Promise<InboxWait>
  read(endpoint: string): Promise<InboxWait>
}

export interface TestAddressesDeps {
  hub: string
  publicUrl: string
  clock: Pick<Clock, 'now'>
  endpoints: Pick<Endpoints, 'current'>
  waits: TestWaits
  /** Name of the task or workflow that would handle the event; null: none. */
  takerOf(endpoint: string, event: Readonly<Record<string, unknown>>): Promise<string | null>
}

export function createTestAddresses(deps: TestAddressesDeps): TestAddresses {
  const { hub, publicUrl, clock, endpoints, waits } = deps
  const shown = async (endpoint: string, wait: TestWait | null): Promise<InboxWait> => {
    const event = wait?.event ? jsonOrUndefined(wait.event) : null
    return {
      address: publicUrl + endpointPath(hub, endpoint) + TEST_ENDING,
      until: wait && new Date(wait.untilMs).toISOString(),
      refusal: wait?.refusal ? shownRefusal(endpoint, wait.refusal) : null,
      event: wait?.event ? prettyJson(await withParsedBody(wait.event)) : null,
      taken_by: event ? await deps.takerOf(endpoint, event as Record<string, unknown>) : null,
    }
  }
  return {
    has: (endpoint) => endpoints.current().some((one) => one.name === endpoint && isServed(one)),
    async start(endpoint) {
      const wait: TestWait = { untilMs: clock.now() + TEST_WAIT_MS, refusal: null, event: null }
      await waits.write(endpoint, wait)
      return shown(endpoint, wait)
    },
    read: async (endpoint) => shown(endpoint, await waits.read(endpoint)),
  }
}
