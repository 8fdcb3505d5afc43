import type { Language } from '#ground/turn/language/language.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Result } from '#ground/base/result.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { OpenQuestion } from '#ground/turn/question/schema.ts'
import type { NamedSource } from '#ground/turn/schema.ts'
import type { AskPerson } from './questions/ask.ts'
import type { WithCard } from './with-card.ts'

/** Declared by a tool whose use must be granted. */
export interface Restriction {
  /** Permission a person needs, such as `send_invoices`. */
  capability: string
  /** Shown beside it to administrators. */
  label: string
  /** Heading it is listed under. */
  group: string
}

export interface ToolSavedFile {
  filename: string
  /** Bytes. */
  size: number
  /** Link that opens the file, for the person's eyes. */
  url: string
}

/** The files a tool may read: the Hub's knowledge (`files/…`) and the chat's own files (`chat/…`). */
export interface ToolFiles {
  list(): Promise<{ path: string; size: number }[]>
  /** @throws when the path leaves those folders, names nothing, or the file is larger than 25 MiB. */
  read(path: string): Promise<Uint8Array>
  readText(path: string): Promise<string>
}

/** Time limits that a call with progress may take in all. */
export const MAX_PROLONGED = 10

/** Progress of a tool. */
export interface ToolProgress {
  /** Grows with every report of a call. */
  done: number
  /** Final value of `done`; left out if unknown. */
  total?: number
  /** The current activity, for the person. */
  message?: string
}

/** An outside account that a person connected. */
export interface ToolConnection {
  /** Good now, and for this caller only. Never save, show or log it. */
  accessToken: string
  /** Epoch milliseconds; null if the provider does not report it. */
  expiresAt: number | null
  scopes: readonly string[]
}

/** Context of a tool's call, beside its input. */
export interface ToolContext {
  caller: Caller
  chatId: string
  /** Absolute folder of the Hub. */
  hubFolder: string
  /** Absolute folder of the chat's files; it may not exist yet. */
  chatFolder: string
  files: ToolFiles
  /**
   * Writable part of the Hub's `files/`: all, nothing, or paths that match a glob such as `files/reports/**`.
   */
  write: boolean | readonly string[]
  /** Save a file for the person under a free name close to `filename`. */
  saveFile(filename: string, content: Uint8Array | string): Promise<ToolSavedFile>
  /** W3C trace context for requests the tool makes; null without traces. */
  traceparent: string | null
  /** Aborts when the turn is cancelled or the tool's time is up. */
  signal: AbortSignal
  /** The variables the tool listed in `needs.env`. */
  env: Readonly<Record<string, string>>
  /**
   * The caller's outside account with the provider in `needs.connection`. Request it in every call: its token
   * is refreshed.
   *
   * @param needed Scopes without which the tool can't work.
   * @throws ConnectionNeeded with a sentence for the model and the person when the account is missing or no
   * longer valid. Let it propagate: then the person is offered to connect the account.
   */
  connection(provider: string, needed?: { scopes?: readonly string[] }): Promise<ToolConnection>
  /** Reports the progress of a call to programs that display it, such as MCP clients. */
  progress(progress: ToolProgress): void
  /**
   * Name where something of the answer is from; people find it below the answer. At most 20 a call, cut where they are long.
   *
   * @throws TypeError for a source without a title, or a field that is no text.
   */
  source(source: NamedSource): void
  /** Write a line to the Hub's log. Never log secrets or contents. */
  log(message: string): void
}

export type ToolState = 'running' | 'done' | 'failed'

/** A tool the agent can run. Made by `defineTool`. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input, made once. */
  readonly inputSchema: Record<string, unknown>
  /** Check what the model sent; a refusal is one line for the model. */
  parse(input: unknown): Result<unknown, string>
  readonly restricted: Restriction | null
  readonly needs: { readonly env: readonly string[]; readonly connection?: string | null }
  /** Surfaces it is offered on; null is all. */
  readonly surfaces: readonly string[] | null
  /** Whether a person must agree to each call. */
  readonly confirm: boolean
  /** Changes nothing, so it is offered without being listed, also in unattended turns. */
  readonly readOnly: boolean
  /**
   * Harmless even if an attacker's text caused the call: it only reaches the chat's own files, or the person
   * decides before anything happens. Default false.
   */
  readonly harmless?: boolean
  /** Milliseconds one call may take, if less than the Hub allows; `Infinity`: until the turn ends. */
  readonly timeoutMs?: number | null
  /** Whether each report of progress begins the time limit again, up to `MAX_PROLONGED` times the limit. Default false. */
  readonly prolongedByProgress?: boolean
  /** A call that succeeds ends the turn: nothing runs after it. Default false. */
  readonly endsTurn?: boolean
  /** Callers it is meant for; default everybody. */
  isFor?(caller: Caller): boolean
  /** Title for people during and after the call. `input` is null when it was invalid. */
  title(input: unknown, state: ToolState, language?: Language): string
  /** Text, JSON-compatible data, or nothing. */
  run(input: unknown, context: ToolContext): unknown
  /** Called in place of `run` by agents, so that a call may ask the person of the turn. */
  runAsking?(input: unknown, context: ToolContext, ask: AskPerson): unknown
}

/** Tools from elsewhere than the service or the Hub's tool files, such as an outside MCP server. */
export interface ToolSource {
  /**
   * Waits, a few seconds at most, for the first list of tools. Never rejects.
   *
   * @param turn Who it is for, and the names of the tools it may use; null is all.
   */
  ready(turn?: { caller: Caller; allowed: readonly string[] | null }): Promise<void>
  /** The same array until the list changes. */
  tools(): readonly Tool[]
  problems(): readonly HubProblem[]
  /** Whether a tool of this name may be among those it has not listed yet. */
  mayHave?(name: string): boolean
  /** Restricted tools that it has not listed yet, so that they can be granted before they are. */
  awaited?(): readonly AwaitedTool[]
}

export type AwaitedTool = Pick<Tool, 'name' | 'restricted' | 'needs'>

/** The decision on a person's use of a restricted tool. `reason` is for the model and the person. */
export type AccessVerdict = { allowed: true } | { allowed: false; reason: string }

/** Turn and step of a call, for the record of the decision. */
export interface CallPlace {
  chatId: string
  runId: string | null
}

/**
 * Called before any part of a restricted tool runs for a call: before the check of its input and before its
 * title.
 */
export type MayUse = (tool: Tool, caller: Caller, place: CallPlace) => Promise<AccessVerdict>

/**
 * Decides whether the model sees tools with this capability in a caller's turn. Each call is decided on
 * again.
 */
export type MaySee = (capability: string, caller: Caller) => Promise<boolean>

/** Records the end of a question that a restricted tool asked its person. */
export type RecordQuestion = (
  tool: Tool,
  caller: Caller,
  place: CallPlace,
  asked: OpenQuestion,
) => Promise<void>

/** A call that waits for a person's confirmation. */
export interface ProposedCall {
  tool: Tool
  /** As the tool takes it. */
  input: unknown
  /** The same as the model wrote it, JSON. */
  given: unknown
  caller: Caller
  chatId: string
  runId: string | null
}

/** Asks a person to confirm a call. @returns Text for the model, or the reason why no person can be asked. */
export type ProposeCall = (call: ProposedCall) => Promise<Result<WithCard, string>>

/**
 * Without a signed-in person there is no capability: refuse, and name the surface where permitted people can
 * use the tool.
 */
export const denyRestricted: MayUse = async (tool) => ({
  allowed: false,
  reason:
    `${tool.name} is for people who were granted “${tool.restricted?.label ?? tool.name}” on this Hub, ` +
    'and nobody is signed in here. They use it in the web chat, or in the terminal with `hub chat --as <e-mail>`.',
})
