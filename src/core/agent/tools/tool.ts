import type { Language } from '#ground/turn/language/language.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Result } from '#ground/base/result.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { FinishedQuestion } from '#ground/turn/question/schema.ts'
import type { NamedSource } from '#ground/turn/schema.ts'
import type { AskPerson } from './questions/ask.ts'
import type { WithCard } from './with-card.ts'

export interface Restriction {
  capability: string
  label: string
  group: string
}

export interface ToolSavedFile {
  filename: string
  size: number
  url: string
}

/** Files that a tool may read: the Hub's knowledge (`files/…`) and the chat's files (`chat/…`). */
export interface ToolFiles {
  list(): Promise<{ path: string; size: number }[]>
  /** @throws if the path leaves `files/` and `chat/` or does not exist, or the file exceeds 25 MiB. */
  read(path: string): Promise<Uint8Array>
  readText(path: string): Promise<string>
}

/** Maximum duration of a call with progress, in multiples of its time limit. */
export const MAX_PROLONGED = 10

export interface ToolProgress {
  /** Amount of work that is done. It grows with every report of a call. */
  done: number
  /** Final value of `done`; omitted if unknown. */
  total?: number
  message?: string
}

export interface ToolConnection {
  /** Token for this caller only. Never store, show or log the token. */
  accessToken: string
  /** Epoch milliseconds; null if the provider does not report it. */
  expiresAt: number | null
  scopes: readonly string[]
}

export interface ToolContext {
  caller: Caller
  chatId: string
  hubFolder: string
  /** Absolute path of the folder with the chat's files; it may not exist yet. */
  chatFolder: string
  files: ToolFiles
  /** Writable part of the Hub's `files/`: all, nothing, or paths that match a glob such as `files/reports/**`. */
  write: boolean | readonly string[]
  saveFile(filename: string, content: Uint8Array | string): Promise<ToolSavedFile>
  /** W3C trace context for the tool's requests; null if the turn is not traced. */
  traceparent: string | null
  /** Aborts when the turn is cancelled or the time limit passes. */
  signal: AbortSignal
  env: Readonly<Record<string, string>>
  /**
   * Call it for each use, because the token is refreshed.
   * @param needed Required scopes.
   * @throws ConnectionNeeded if the account is missing or no longer valid. If the tool does not catch this error, the
   * Hub shows the person an offer to connect the account.
   */
  connection(provider: string, needed?: { scopes?: readonly string[] }): Promise<ToolConnection>
  /**
   * A signed statement (JWT) of who calls the outside service `audience`, by which Hub and for which run. Valid for one
   * minute.
   * @throws if the tool does not list `audience` in `needs.assertions`, or if the request names no person.
   */
  assertion(audience: string): Promise<string>
  progress(progress: ToolProgress): void
  /**
   * People see the sources below the answer. At most 20 per call; long texts are cut.
   * @throws TypeError for a source without a title, or a field that is not a string.
   */
  source(source: NamedSource): void
  /** Logs a line. Never log secrets or contents. */
  log(message: string): void
}

export type ToolState = 'running' | 'done' | 'failed'

export interface Tool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Record<string, unknown>
  parse(input: unknown): Result<unknown, string>
  readonly restricted: Restriction | null
  readonly needs: {
    readonly env: readonly string[]
    readonly connection?: string | null
    /** Recipients of signed assertions. */
    readonly assertions?: readonly string[]
  }
  /** Surfaces that offer the tool; null: all surfaces. */
  readonly surfaces: readonly string[] | null
  readonly confirm: boolean
  /** Whether the person who confirms a call may change its input. Default false. */
  readonly isEditable?: boolean
  /** The tool changes nothing, so turns that no person watches may use it. */
  readonly readOnly: boolean
  /** Harmless even if an attacker caused the call, as with access only to the chat's files. Default false. */
  readonly isSafeIfInjected?: boolean
  /** Files that the tool saves are for the agent, so pages show no cards for them. */
  readonly savesForAgent?: boolean
  /** Time limit in milliseconds, at most the Hub's limit; `Infinity`: until the turn ends. */
  readonly timeoutMs?: number | null
  /** Whether each progress report restarts the time limit, up to `MAX_PROLONGED` times the limit. Default false. */
  readonly prolongedByProgress?: boolean
  readonly endsTurn?: boolean
  /** A call ends the turn, which continues with the person's answer. Offered only if a person can answer. */
  readonly waitsForPerson?: boolean
  isFor?(caller: Caller): boolean
  /** Title for people during and after the call. `input` is null if it was invalid. */
  title(input: unknown, state: ToolState, language?: Language): string
  /** Returns text, JSON-compatible data, or nothing. */
  run(input: unknown, context: ToolContext): unknown
  /** Agents call this function instead of `run`, so that the tool may ask the person of the turn. */
  runWithQuestions?(input: unknown, context: ToolContext, ask: AskPerson): unknown
  /** Agents call this function instead of `run`, with the names of the tools that the caller has in this turn. */
  runWithToolNames?(input: unknown, context: ToolContext, toolNames: readonly string[]): unknown
}

export interface ToolSource {
  /**
   * Waits a few seconds for the first list of tools. Never rejects.
   * @param turn `allowed`: permitted tools; null: all.
   */
  ready(turn?: { caller: Caller; allowed: readonly string[] | null }): Promise<void>
  /** Returns the same array until the list changes. */
  tools(): readonly Tool[]
  problems(): readonly HubProblem[]
  /** Whether the name may belong to a tool that the source has not listed yet. */
  mayHave?(name: string): boolean
  /** Tools that the source has not listed yet, so that administrators can already grant the required capabilities. */
  awaited?(): readonly AwaitedTool[]
}

export type AwaitedTool = Pick<Tool, 'name' | 'restricted' | 'needs'>

export type AccessVerdict = { allowed: true } | { allowed: false; reason: string }

export interface CallOrigin {
  chatId: string
  runId: string | null
}

/** Called before any code of a restricted tool runs, including its input check and title. */
export type MayUse = (tool: Tool, caller: Caller, origin: CallOrigin) => Promise<AccessVerdict>

/** Whether the model sees tools that need this capability. `MayUse` still decides on each call. */
export type MaySee = (capability: string, caller: Caller) => Promise<boolean>

export type RecordQuestion = (
  tool: Tool,
  caller: Caller,
  place: CallOrigin,
  question: FinishedQuestion,
) => Promise<void>

export interface ProposedCall {
  tool: Tool
  input: unknown
  inputValue: unknown
  caller: Caller
  chatId: string
  runId: string | null
}

export type ProposeCall = (call: ProposedCall) => Promise<Result<WithCard, string>>

export const denyRestricted: MayUse = async (tool) => ({
  allowed: false,
  reason:
    `${tool.name} is for people who were granted “${tool.restricted?.label ?? tool.name}” on this Hub, ` +
    'and no person is signed in for this request. They use it in the web chat, or in the terminal with `hub chat --as <e-mail>`.',
})
