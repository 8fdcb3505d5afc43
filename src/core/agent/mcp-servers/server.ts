import type { HubProblem } from '#ground/hub/hub.ts'
import { MCP_FILE } from '#ground/hub/mcp-file.ts'
import type { McpReach, McpServerEntry } from '#ground/hub/mcp-file-schema.ts'
import { fillVariables, type FilledReach } from '#ground/hub/mcp-file-variables.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Tool, ToolContext } from '#core/agent/tools/tool.ts'
import { WithFiles } from '#core/agent/tools/with-files.ts'
import { callTool, type CallContext, type McpCall } from './call.ts'
import type { McpConnectDeps } from './connect.ts'
import type { McpServerEvents } from './log-events.ts'
import { describeMcpFailure, isUnauthorized, missingScopesOf, NeedsPerson } from './failure.ts'
import type { Link } from './link.ts'
import { TURN_WAIT_MS } from './limits.ts'
import { createMasks } from './masking.ts'
import {
  createPersonalLinks,
  describeMissingAccount,
  type ExplainMissingAccount,
  type ConnectionToken,
  type PersonalLinks,
} from './personal-links.ts'
import { createServerLinks } from './server-links.ts'
import { atMost } from './time-limit.ts'
import { createOffer } from './tools/offer.ts'
import type { ServerTool } from './tools/listing.ts'
import type { ReadResult } from './tools/result.ts'

export interface McpServerDeps extends Pick<
  McpConnectDeps,
  'hubFolder' | 'environment' | 'version' | 'warden' | 'clock'
> {
  entry: McpServerEntry
  prefix: string
  connectionToken: ConnectionToken
  explainMissingAccount?: ExplainMissingAccount
  events: McpServerEvents
  onChange(): void
}

export interface McpServer extends AsyncDisposable {
  readonly entry: McpServerEntry
  readonly prefix: string
  /** Waits for the running attempt to connect to the server, at most `TURN_WAIT_MS`. Never rejects. */
  ready(caller: Caller | null): Promise<void>
  started(): Promise<void>
  isListed(): boolean
  needsPerson(): boolean
  tools(): readonly Tool[]
  problems(): readonly HubProblem[]
}

export function createMcpServer(deps: McpServerDeps): McpServer {
  const filled = fillVariables(deps.entry.reach, deps.environment)
  return filled.ok ? openServer(deps, filled.value) : brokenServer(deps, filled.refusal)
}

function openServer(deps: McpServerDeps, { reach, secrets }: FilledReach): McpServer {
  const { entry, prefix, clock, connectionToken, explainMissingAccount = describeMissingAccount } = deps
  const server = entry.name
  const masks = createMasks(secrets)
  const offer = createOffer({
    ...deps,
    call,
    isPersonal: () => isPersonal,
    audience: audienceOf(entry, reach),
    connectFirst: (context) => connectFirst({ personal, server, masks, explainMissingAccount }, context),
  })
  const logUnreadable = createUnreadableLog(server, deps.events)
  let isPersonal = false
  let down: string | null = null
  const links = createServerLinks({
    ...deps,
    reach,
    mask: masks.line,
    onListed(listing) {
      const isRecovered = down !== null
      down = null
      const isChanged = offer.replaceListing(listing)
      if (isChanged || isRecovered) deps.onChange()
      return offer.tools().length
    },
    onDown(reason, error) {
      const isNew = down !== reason
      isPersonal ||= error instanceof NeedsPerson
      down = isPersonal ? null : reason
      if (isNew) deps.onChange()
    },
  })
  const shared = links.linkWith(null)
  const personal = createPersonalLinks({ server, connectionToken, explainMissingAccount, ...links })

  async function call(
    tool: ServerTool,
    input: Record<string, unknown>,
    context: ToolContext & CallContext,
  ): Promise<string | WithFiles> {
    const { text, files, unreadable } = await callFor({ server, tool, input, context, masks })
    for (const reason of unreadable) logUnreadable(tool.name, masks.line(reason))
    return files.length > 0 ? new WithFiles(text, files) : text
  }

  async function callFor(
    calling: Omit<McpCall, 'link'> & { context: ToolContext & CallContext },
  ): Promise<ReadResult> {
    if (!isPersonal)
      try {
        return await callTool({ ...calling, link: shared })
      } catch (error) {
        isPersonal ||= requiresPersonalAccount((error as Error).cause, reach)
        if (!isPersonal) throw error
      }
    return callAsPerson({ ...calling, personal, connectionToken, explainMissingAccount })
  }

  return {
    entry,
    prefix,
    async ready(caller) {
      if (offer.isListed()) return
      if (!isPersonal) await waitFor(shared, clock)
      const own = isPersonal ? await personal.linkIfConnected(caller) : null
      if (own) await waitFor(own, clock)
    },
    async started() {
      shared.ensureOpening()
      await shared.attemptSettled()
    },
    isListed: offer.isListed,
    needsPerson: () => isPersonal,
    tools: () => (isPersonal && !offer.isListed() ? offer.placeholder() : offer.tools()),
    problems: () =>
      [...(down === null ? [] : [down]), ...offer.problems().map(masks.line)].map((text) =>
        problem(entry, text),
      ),
    async [Symbol.asyncDispose]() {
      await Promise.all([personal[Symbol.asyncDispose](), shared[Symbol.asyncDispose]()])
    },
  }
}

/** Without query and fragment, as the resource identifier of RFC 8707. */
function audienceOf({ options: { assertion } }: McpServerEntry, reach: McpReach): string | null {
  if (typeof assertion === 'string') return assertion
  if (!assertion || reach.type !== 'http') return null
  const { origin, pathname } = new URL(reach.url)
  return origin + pathname
}

const MAX_UNREADABLE_LINES = 100

function createUnreadableLog(server: string, events: Pick<McpServerEvents, 'unreadable'>) {
  const logged = new Set<string>()
  return (tool: string, reason: string): void => {
    const key = `${tool}\n${reason}`
    if (logged.has(key) || logged.size >= MAX_UNREADABLE_LINES) return
    logged.add(key)
    events.unreadable({ server, tool, reason })
  }
}

async function waitFor(link: Link, clock: McpServerDeps['clock']): Promise<void> {
  const isDown = link.state().kind === 'down'
  link.ensureOpening()
  if (!isDown) await atMost(TURN_WAIT_MS, link.attemptSettled(), clock)
}

interface PersonalCall extends Omit<McpCall, 'link'> {
  context: ToolContext & CallContext
  personal: PersonalLinks
  connectionToken: ConnectionToken
  explainMissingAccount: ExplainMissingAccount
}

async function callAsPerson({
  personal,
  connectionToken,
  explainMissingAccount,
  ...calling
}: PersonalCall): Promise<ReadResult> {
  const { server } = calling
  const { caller, chatId } = calling.context
  const link = await personal.linkFor(caller, chatId)
  const token = await connectionToken(caller, server).catch(() => null)
  const withoutToken = (text: string) => (token ? text.replaceAll(token, '[hidden]') : text)
  try {
    const progress: ToolContext['progress'] = ({ message, ...report }) =>
      calling.context.progress({
        ...report,
        ...(message !== undefined && { message: withoutToken(message) }),
      })
    const result = await callTool({ ...calling, context: { ...calling.context, progress }, link })
    return { ...result, text: withoutToken(result.text) }
  } catch (error) {
    const failure = error as Error
    failure.message = withoutToken(failure.message)
    throw (await refusedToken(calling, failure.cause, { explainMissingAccount, caller, chatId })) ?? failure
  }
}

async function refusedToken(
  { server }: Pick<PersonalCall, 'server'>,
  cause: unknown,
  {
    explainMissingAccount,
    caller,
    chatId,
  }: Pick<PersonalCall, 'explainMissingAccount'> & Pick<CallContext, 'caller' | 'chatId'>,
): Promise<Error | null> {
  const missingScopes = missingScopesOf(cause)
  if (missingScopes === null && !isUnauthorized(cause)) return null
  return explainMissingAccount(caller, server, { isRefused: true, missingScopes, chatId })
}

async function connectFirst(
  {
    personal,
    server,
    masks,
    explainMissingAccount,
  }: Pick<PersonalCall, 'personal' | 'server' | 'masks' | 'explainMissingAccount'>,
  { caller, chatId, signal }: ToolContext,
): Promise<string> {
  const link = await personal.linkFor(caller, chatId)
  try {
    await link.use(signal, async () => {})
  } catch (error) {
    if (signal.aborted) throw error
    const refusal = await refusedToken({ server }, (error as Error).cause, {
      explainMissingAccount,
      caller,
      chatId,
    })
    if (refusal) throw refusal
    throw new Error(`${server} ${masks.line(describeMcpFailure(error))}.`, { cause: error })
  }
  return `${server} is connected. Its tools are there from the next message on.`
}

/** Some servers list their tools without an account but require one for calls. */
const requiresPersonalAccount = (cause: unknown, reach: McpReach): boolean =>
  cause instanceof NeedsPerson ||
  ((isUnauthorized(cause) || missingScopesOf(cause) !== null) &&
    reach.type === 'http' &&
    !Object.keys(reach.headers).some((name) => name.toLowerCase() === 'authorization'))

const brokenServer = ({ entry, prefix }: McpServerDeps, reason: string): McpServer => ({
  entry,
  prefix,
  ready: async () => {},
  started: async () => {},
  isListed: () => false,
  needsPerson: () => false,
  tools: () => NONE,
  problems: () => [problem(entry, reason)],
  [Symbol.asyncDispose]: async () => {},
})

const NONE: readonly never[] = []

const problem = ({ name, line, column }: McpServerEntry, message: string): HubProblem => ({
  file: MCP_FILE,
  line,
  column,
  message: `${name} ${message}`,
})
