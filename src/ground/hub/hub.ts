import { CHANNEL_NAMES, type ChannelName } from './channels.ts'
import type { McpServerEntry } from './mcp-file-schema.ts'
import type { HubPrompt } from './prompts/schema.ts'

/** What a Hub's agent file says, defaults filled in. */
export interface AgentFile {
  /** Shown to people; default the folder's name. */
  name: string
  description: string
  /** `<provider>/<model>`; null leaves it to `SVC_MODEL`. */
  model: string | null
  mcpInstructions: string | null
  /** The only tools it may use, by name; null leaves none out. */
  tools: readonly string[] | null
  /** Tools offered on a surface beside those it starts with. */
  surfaces: Readonly<Partial<Record<UnwatchedSurface, { readonly tools: readonly string[] }>>>
  maxTurns: number
  temperature: number | null
  /** Starter prompts. */
  suggestions: readonly string[]
  /** What the built-in offline model is told to do when it is asked exactly this; other models never see it. */
  offline: ReadonlyMap<string, string>
  /** The system prompt. */
  prompt: string
}

/** Where nobody watches while the agent works. */
export const UNWATCHED_SURFACES: readonly UnwatchedSurface[] = [...CHANNEL_NAMES, 'webhook', 'schedule']
export type UnwatchedSurface = ChannelName | 'webhook' | 'schedule'

/** An agent of the Hub that others hand work to: a file in `agents/`. */
export interface SubAgent extends Pick<
  AgentFile,
  'name' | 'description' | 'model' | 'tools' | 'maxTurns' | 'temperature' | 'prompt'
> {
  /** Name of the file without `.md`. */
  id: string
}

/** Something wrong in the Hub's folder, placed as precisely as it is known. Lines and columns count from 1. */
export interface HubProblem {
  /** Relative to the Hub's folder. */
  file: string
  line: number | null
  column: number | null
  message: string
}

/** A module in the Hub's `tools/` folder, loaded. */
export interface ToolModule {
  /** Relative to the Hub's folder. */
  file: string
  exports: Readonly<Record<string, unknown>>
}

/** Where a Hub's folder comes from, when that is a published version. */
export interface FolderSource {
  /** Number of the version that the folder is at. */
  version(): number | null
  /** Read the folder while it is not brought to another version, or bring it there while nobody reads it. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Call `listener` when it is at another version. Returns the way to stop. */
  onSwitch(listener: () => void): () => void
}

/** An open Hub folder. What it gives is always the last good version, also while a file is broken. */
export interface Hub extends AsyncDisposable {
  readonly folder: string
  /** Folder name as it is. */
  readonly folderName: string
  readonly slug: string
  /** Number of the published version that agent, sub-agents, prompts, tools and MCP servers are of; null: of none. */
  version(): number | null
  agent(): AgentFile
  /** The same array until one of them changes. */
  subAgents(): readonly SubAgent[]
  /** What `prompts/` has for people who chat. The same array until one of them changes. */
  prompts(): readonly HubPrompt[]
  toolModules(): readonly ToolModule[]
  /** What `mcp.json` lists. The same array until one of them changes. */
  mcpServers(): readonly McpServerEntry[]
  problems(): readonly HubProblem[]
  /** Call `listener` after each reload, good or bad. Returns the way to stop. */
  onChange(listener: () => void): () => void
}

/** `tools/weather.ts:3:8: Unexpected token` */
export const describeProblem = ({ file, line, column, message }: HubProblem): string =>
  `${[file, line, column].filter((part) => part !== null).join(':')}: ${message}`
