import { logOf, readLogLines } from '../logs.ts'
import type { HubSettings } from '../settings.ts'
import { warning, type Finding } from './finding.ts'

export async function checkModelRefusals(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  const refused = new Map<string, Set<string>>()
  for await (const line of logLines(logOf({ folder: hubFolder, settings, isGateway: false }))) {
    if (line.includes('"bridge.listening"')) refused.clear()
    const { model, what } = line.includes('"model.adapted"') ? adaptationIn(line) : NONE
    if (model === undefined || what === undefined) continue
    refused.set(model, (refused.get(model) ?? new Set()).add(what))
  }
  return [...refused].map(([model, parts]) =>
    warning(
      'model',
      `${model} has refused parts of requests, which are now left out: ${[...parts].join(', ')}`,
      'remove the setting from agent.md, list the input types that the model accepts in SVC_MODEL_INPUTS, or choose another model',
    ),
  )
}

async function* logLines(path: string): AsyncGenerator<string> {
  try {
    yield* readLogLines(path, Infinity)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

const NONE: { model?: string; what?: string } = {}

const adaptationIn = (line: string): { model?: string; what?: string } => {
  try {
    const { event, model, what } = JSON.parse(line) as Record<string, unknown>
    return event === 'model.adapted' ? { model: String(model), what: String(what) } : NONE
  } catch {
    return NONE
  }
}
