import { CHANNEL_NAMES, type ChannelName } from './channels.ts'
import type { McpServerEntry } from './mcp-file-schema.ts'
import type { ModelChoice } from './model-choice.ts'
import type { HubPrompt } from './prompts/schema.ts'
import type { HubSkill } from './skills/skill.ts'

export interface AgentFile {
  /** Display name; default: the folder's name. */
  name: string
  description: string
  /** Null: the value of `SVC_MODEL`. */
  model: ModelChoice | null
  mcpInstructions: string | null
  /** Names of the allowed tools; null: all tools. */
  tools: readonly string[] | null
  /** Tools that are also allowed on surfaces without a person, such as webhooks. */
  surfaces: Readonly<Partial<Record<UnwatchedSurface, { readonly tools: readonly string[] }>>>
  maxTurns: number
  temperature: number | null
  suggestions: readonly string[]
  offline: ReadonlyMap<string, string>
  prompt: string
}

export const UNWATCHED_SURFACES: readonly UnwatchedSurface[] = [...CHANNEL_NAMES, 'webhook', 'schedule']
export type UnwatchedSurface = ChannelName | 'webhook' | 'schedule'

export interface SubAgent extends Pick<
  AgentFile,
  'name' | 'description' | 'model' | 'tools' | 'maxTurns' | 'temperature' | 'prompt'
> {
  /** File name without `.md`. */
  id: string
}

/** Lines and columns count from 1; null if unknown. */
export interface HubProblem {
  /** Relative to the Hub's folder. */
  file: string
  line: number | null
  column: number | null
  message: string
  /** The Hub ignores this part of the file and uses the rest. */
  isIgnored?: true
}

export interface ToolModule {
  /** Relative to the Hub's folder. */
  file: string
  exports: Readonly<Record<string, unknown>>
}

export interface FolderSource {
  version(): number | null
  /** Calls of `work`, and updates of the Hub's folder to a published version, run one after another. */
  runExclusively<T>(work: () => Promise<T>): Promise<T>
  onSwitch(listener: () => void): () => void
}

/** An open Hub folder. While a file is invalid, its last valid version is used; invalid skills are left out. */
export interface Hub extends AsyncDisposable {
  readonly folder: string
  /** The folder's name as it is stored, without Unicode normalization. */
  readonly folderName: string
  readonly slug: string
  version(): number | null
  agent(): AgentFile
  /** Returns the same array until a sub-agent changes. */
  subAgents(): readonly SubAgent[]
  prompts(): readonly HubPrompt[]
  /** Returns the same array until a skill changes. */
  skills(): readonly HubSkill[]
  toolModules(): readonly ToolModule[]
  mcpServers(): readonly McpServerEntry[]
  problems(): readonly HubProblem[]
  onChange(listener: () => void): () => void
}

/** Example: `tools/weather.ts:3:8: Unexpected token`. */
export const describeProblem = ({ file, line, column, message }: HubProblem): string =>
  `${[file, line, column].filter((part) => part !== null).join(':')}: ${message}`
