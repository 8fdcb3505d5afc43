import { CHANNEL_NAMES, type ChannelName } from './channels.ts'
import type { McpServerEntry } from './mcp-file-schema.ts'
import type { HubPrompt } from './prompts/schema.ts'

/** A Hub's agent file, with defaults applied. */
export interface AgentFile {
  /** Display name; default: the folder's name. */
  name: string
  description: string
  /** `<provider>/<model>`; null: the value of `SVC_MODEL`. */
  model: string | null
  mcpInstructions: string | null
  /** Names of the allowed tools; null: all tools. */
  tools: readonly string[] | null
  /** Additional tools on surfaces without a person. */
  surfaces: Readonly<Partial<Record<UnwatchedSurface, { readonly tools: readonly string[] }>>>
  maxTurns: number
  temperature: number | null
  /** Starter prompts. */
  suggestions: readonly string[]
  /** Scripted answers of the built-in offline model, by exact question. Other models never receive them. */
  offline: ReadonlyMap<string, string>
  /** System prompt. */
  prompt: string
}

/** Surfaces where the agent works without a person who can confirm calls. */
export const UNWATCHED_SURFACES: readonly UnwatchedSurface[] = [...CHANNEL_NAMES, 'webhook', 'schedule']
export type UnwatchedSurface = ChannelName | 'webhook' | 'schedule'

/** An agent that other agents of the Hub delegate work to: a file in `agents/`. */
export interface SubAgent extends Pick<
  AgentFile,
  'name' | 'description' | 'model' | 'tools' | 'maxTurns' | 'temperature' | 'prompt'
> {
  /** File name without `.md`. */
  id: string
}

/** An error in the Hub's folder. Lines and columns count from 1; null if unknown. */
export interface HubProblem {
  /** Path relative to the Hub's folder. */
  file: string
  line: number | null
  column: number | null
  message: string
}

/** A loaded module of the Hub's `tools/` folder. */
export interface ToolModule {
  /** Path relative to the Hub's folder. */
  file: string
  exports: Readonly<Record<string, unknown>>
}

/** Writes published versions of a Hub into its folder. */
export interface FolderSource {
  /** Number of the version in the folder. */
  version(): number | null
  /** Runs `work` while no other reader or version change accesses the folder. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Calls `listener` after a change of the version. The returned function unsubscribes. */
  onSwitch(listener: () => void): () => void
}

/** An open Hub folder. While a file is invalid, its last valid version is used. */
export interface Hub extends AsyncDisposable {
  readonly folder: string
  /** Folder name without normalization. */
  readonly folderName: string
  readonly slug: string
  /** Number of the published version of all files; null without a published version. */
  version(): number | null
  agent(): AgentFile
  /** Returns the same array until a sub-agent changes. */
  subAgents(): readonly SubAgent[]
  /** Prompts in `prompts/` for people in the web chat. Returns the same array until a file changes. */
  prompts(): readonly HubPrompt[]
  toolModules(): readonly ToolModule[]
  /** Servers in `mcp.json`. Returns the same array until an entry changes. */
  mcpServers(): readonly McpServerEntry[]
  problems(): readonly HubProblem[]
  /** Calls `listener` after each reload, including failed reloads. The returned function unsubscribes. */
  onChange(listener: () => void): () => void
}

/** Formats as `tools/weather.ts:3:8: Unexpected token`. */
export const describeProblem = ({ file, line, column, message }: HubProblem): string =>
  `${[file, line, column].filter((part) => part !== null).join(':')}: ${message}`
