import type { McpReach, McpServerEntry } from '#ground/hub/mcp-file-schema.ts'
import { oneAtATime } from '#ground/hub/one-at-a-time.ts'
import { connectMcpServer, type McpConnectDeps, type McpServerConnection } from './connect.ts'
import type { McpServerEvents } from './log-events.ts'
import { describeMcpFailure, forgottenSession, isServerUnreachable } from './failure.ts'
import { START_LIMIT_MS } from './limits.ts'
import { createLink, Down, type Link } from './link.ts'
import type { Mask } from './masking.ts'
import { withinLimit } from './time-limit.ts'
import { listTools, type ToolListing } from './tools/listing.ts'

export interface ServerLinksDeps extends Pick<
  McpConnectDeps,
  'hubFolder' | 'environment' | 'version' | 'warden' | 'clock'
> {
  entry: Pick<McpServerEntry, 'name' | 'options'>
  reach: McpReach
  mask: Mask
  events: McpServerEvents
  onListed(listing: ToolListing): number
  onDown(reason: string, error: Error): void
}

export function createServerLinks(deps: ServerLinksDeps): { linkWith(token: McpConnectDeps['token']): Link } {
  const { entry, reach, mask, events, clock } = deps
  const server = entry.name
  const serverFacts = { speaksLegacy: false }

  return {
    linkWith(token) {
      const relisting = oneAtATime(relist)
      const link: Link = createLink({
        clock,
        isCheap: reach.type === 'http',
        async open(signal) {
          const startedAt = clock.now()
          const onOutputLine = (line: string) => events.outputLine({ server, line: mask(line) })
          const connection = await connectMcpServer(
            {
              ...deps,
              protocolVersion: entry.options.protocolVersion,
              token,
              serverFacts,
              onOutputLine,
              onToolsChanged: relisting.run,
            },
            signal,
          )
          try {
            const tools = deps.onListed(await listTools(connection.client, signal))
            events.started({ server, tools, ms: clock.now() - startedAt })
            return connection
          } catch (error) {
            const reason = signal.aborted ? signal.reason : await connection.explain(error)
            await connection.close()
            throw reason
          }
        },
        onDown(error, waitMs) {
          const reason = mask(describeMcpFailure(error))
          events.failed({ server, reason, waitMs })
          deps.onDown(reason, error)
        },
        onIdle: () => events.stopped({ server, reason: 'idle' }),
      })
      return link

      async function relist(): Promise<void> {
        const tooLate = new Down('did not list its tools in time')
        const limit = { ms: START_LIMIT_MS, tooLate, signal: NEVER, clock }
        try {
          const listing = await withinLimit(limit, (signal) =>
            link.use(signal, (connection) => relistTools(connection, signal)),
          )
          events.listed({ server, tools: deps.onListed(listing) })
        } catch (error) {
          events.failed({ server, reason: mask(describeMcpFailure(error)), waitMs: null })
        }
      }
    },
  }
}

async function relistTools(connection: McpServerConnection, signal: AbortSignal): Promise<ToolListing> {
  try {
    return await listTools(connection.client, signal)
  } catch (error) {
    if (isServerUnreachable(error) || forgottenSession(error, true))
      connection.lose(describeMcpFailure(error))
    throw error
  }
}

const NEVER = new AbortController().signal
