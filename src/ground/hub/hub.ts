import { CHANNEL_NAMES, type ChannelName } from './channels.ts'
import type { McpServerEntry } from './mcp-file-schema.ts'
import type { HubPrompt } from './prompts/schema.ts'

/** A Hub's agent file, with defaults filled in. */
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
  /** Scripts of the built-in offline model for exact questions; other models never see them. */
  offline: ReadonlyMap<string, string>
  /** The system prompt. */
  prompt: string
}

/** Surfaces on which the agent works unattended. */
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

/** Source of a Hub's folder, if it is a published version. */
export interface FolderSource {
  /** Number of the version that the folder is at. */
  version(): number | null
  /** Reads the folder while its version stays fixed, or changes the version while it is not read. */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Call `listener` when it is at another version. Returns the way to stop. */
  onSwitch(listener: () => void): () => void
}

/** An open Hub folder. It always returns the last valid version, also while a file is invalid. */
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
  /** Prompts in `prompts/` for users of the chat. The same array until a file changes. */
  prompts(): readonly HubPrompt[]
  toolModules(): readonly ToolModule[]
  /** Servers in `mcp.json`. The same array until an entry changes. */
  mcpServers(): readonly McpServerEntry[]
  problems(): readonly HubProblem[]
  /** Call `listener` after each reload, good or bad. Returns the way to stop. */
  onChange(listener: () => void): () => void
}

/** `tools/weather.ts:3:8: Unexpected token` */
export const describeProblem = ({ file, line, column, message }: HubProblem): string =>
  `${[file, line, column].filter((part) => part !== null).join(':')}: ${message}`
