import type { Caller } from '#identity/caller.ts'
import type { Result } from '#base/result.ts'

/** What a tool declares when using it must be granted. */
export interface Restriction {
  /** Permission a person needs, such as `send_invoices`. */
  capability: string
  /** What administrators read beside it. */
  label: string
  /** Heading it is listed under. */
  group: string
}

export interface SavedFile {
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

/** What a tool gets beside its input. */
export interface ToolContext {
  caller: Caller
  chatId: string
  /** Absolute folder of the Hub. */
  hubFolder: string
  /** Absolute folder of the chat's files; it may not exist yet. */
  chatFolder: string
  files: ToolFiles
  /** Save a file for the person under a free name close to `filename`. */
  saveFile(filename: string, content: Uint8Array | string): Promise<SavedFile>
  /** Aborts when the turn is cancelled or the tool's time is up. */
  signal: AbortSignal
  /** The variables the tool listed in `needs.env`. */
  env: Readonly<Record<string, string>>
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
  readonly needs: { readonly env: readonly string[] }
  /** Surfaces it is offered on; null is all. */
  readonly surfaces: readonly string[] | null
  /** Whether a person must agree to each call. */
  readonly confirm: boolean
  /** Changes nothing, so it is offered without being listed also where nobody watches. */
  readonly readOnly: boolean
  /** What a person reads while and after it runs. `input` is null when it was not valid. */
  title(input: unknown, state: ToolState): string
  /** Text, JSON-compatible data, or nothing. */
  run(input: unknown, context: ToolContext): unknown
}

/** Whether somebody may use a restricted tool right now. `reason` is for the model and the person. */
export type Decision = { allowed: true } | { allowed: false; reason: string }

/** Asked before every call of a tool that is restricted or wants a confirmation. */
export type MayUse = (
  tool: Tool,
  input: unknown,
  caller: Caller,
  turn: { chatId: string },
) => Promise<Decision>

/** Whether the model is told of a restricted tool in a caller's turn. Each call is decided on anew. */
export type MaySee = (tool: Tool, caller: Caller) => Promise<boolean>

/** Nobody can be granted a capability or asked for a confirmation here: refuse. */
export const denyRestricted: MayUse = async (tool) => ({
  allowed: false,
  reason: tool.restricted
    ? `${tool.name} needs the capability “${tool.restricted.capability}”, which nobody can be granted yet.`
    : `${tool.name} needs a person’s confirmation, which nobody can be asked for yet.`,
})
