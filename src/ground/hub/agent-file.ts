import { join } from 'node:path'
import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { frontPartsOf } from './front-parts.ts'
import {
  UNWATCHED_SURFACES,
  type AgentFile,
  type HubProblem,
  type SubAgent,
  type UnwatchedSurface,
} from './hub.ts'
import { ModelChoice } from './model-choice.ts'
import { readHubText, readErrorReason } from './read-text.ts'
import { ToolNames } from './short-text.ts'
import { createSignatures } from './signature.ts'

export const AGENT_FILE = 'agent.md'

const DEFAULT_MAX_TURNS = 30

const text = z.string('expected text')

const SharedKeys = {
  name: text.trim().min(1, 'expected a name').max(200, 'expected at most 200 characters').nullish(),
  description: text.trim().max(2000, 'expected at most 2,000 characters').nullish(),
  model: ModelChoice.nullish(),
  tools: ToolNames.nullish(),
  max_turns: z
    .int('expected a whole number')
    .min(1, 'expected at least 1')
    .max(1000, 'expected at most 1000')
    .nullish(),
  temperature: z.number('expected a number').min(0, 'expected 0 to 2').max(2, 'expected 0 to 2').nullish(),
}

const SubAgentKeys = z.strictObject(SharedKeys)
const Surface = z.strictObject({ tools: SharedKeys.tools })
const AgentKeys = z.strictObject({
  ...SharedKeys,
  surfaces: z
    .strictObject(
      Object.fromEntries(UNWATCHED_SURFACES.map((surface) => [surface, Surface.nullish()])) as Record<
        UnwatchedSurface,
        z.ZodOptional<z.ZodNullable<typeof Surface>>
      >,
    )
    .nullish(),
  mcp_instructions: text.nullish(),
  suggestions: z.array(text, 'expected a list of prompts').nullish(),
  offline: z.record(text, text, 'expected prompts, each with instructions').nullish(),
})

/** Unknown keys are refused, because ignoring a misspelled `tools` would allow all tools. */
export function parseAgentFile(content: string, folderName: string): Result<AgentFile, HubProblem[]> {
  const parsed = frontPartsOf(AgentKeys, content, AGENT_FILE)
  if (!parsed.ok) return parsed
  const { keys, body } = parsed.value
  return accepted({
    ...sharedParts(keys, folderName, body),
    surfaces: Object.fromEntries(
      Object.entries(keys.surfaces ?? {}).map(([surface, given]) => [surface, { tools: given?.tools ?? [] }]),
    ),
    mcpInstructions: keys.mcp_instructions ?? null,
    suggestions: keys.suggestions ?? [],
    offline: new Map(Object.entries(keys.offline ?? {})),
  })
}

export function parseSubAgentFile(content: string, id: string, file: string): Result<SubAgent, HubProblem[]> {
  const parsed = frontPartsOf(SubAgentKeys, content, file)
  if (!parsed.ok) return parsed
  const { keys, body } = parsed.value
  return accepted({ id, ...sharedParts(keys, id, body) })
}

const sharedParts = (keys: z.infer<typeof SubAgentKeys>, name: string, prompt: string) => ({
  name: keys.name ?? name,
  description: keys.description ?? '',
  model: keys.model ?? null,
  tools: keys.tools ?? null,
  maxTurns: keys.max_turns ?? DEFAULT_MAX_TURNS,
  temperature: keys.temperature ?? null,
  prompt,
})

export interface OpenAgentFile {
  current(): AgentFile | null
  problems(): readonly HubProblem[]
  refresh(): Promise<boolean>
}

export async function openAgentFile(root: string, folderName: string): Promise<OpenAgentFile> {
  const path = join(root, AGENT_FILE)
  const signatures = createSignatures()
  let current: AgentFile | null = null
  let problems: readonly HubProblem[] = []

  const refresh = async () => {
    if (signatures.changed([path]).length === 0) return false
    const read = await readAgentFile(path, { folderName, mayBeEmpty: current === null })
    if (read.ok) current = read.value
    problems = read.ok ? [] : read.refusal
    return true
  }
  await refresh()
  return { current: () => current, problems: () => problems, refresh }
}

/**
 * @param mayBeEmpty False if a valid version was read before, because editors empty a file before they write it, and
 * an empty agent file would allow all tools.
 */
async function readAgentFile(
  path: string,
  { folderName, mayBeEmpty }: { folderName: string; mayBeEmpty: boolean },
): Promise<Result<AgentFile, HubProblem[]>> {
  const wrong = (message: string) => refused([{ file: AGENT_FILE, line: null, column: null, message }])
  try {
    const text = await readHubText(path)
    return text === '' && !mayBeEmpty ? wrong('the file is empty') : parseAgentFile(text, folderName)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return wrong(
      isMissing ? 'there is no agent file; `hub init` writes one' : readErrorReason(error as Error),
    )
  }
}
