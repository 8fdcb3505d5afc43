import { z } from 'zod'
import { logOf, readLogLines } from '../logs.ts'
import type { HubSettings } from '../settings.ts'
import { warning, type Finding } from './finding.ts'

/** Reads from the log what models have refused, and which models fail, since the last start. */
export async function checkModelRefusals(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  const refused = new Map<string, Set<string>>()
  const failing = new Map<string, ModelEvent>()
  for await (const line of logLines(logOf({ folder: hubFolder, settings, isGateway: false }))) {
    if (line.includes('"bridge.listening"')) {
      refused.clear()
      failing.clear()
    }
    const read = line.includes('"model.') ? eventIn(line) : null
    if (read?.model === undefined) continue
    const { event, model, what } = read
    if (event === 'model.adapted' && what !== undefined)
      refused.set(model, (refused.get(model) ?? new Set()).add(what))
    else if (event === 'model.unhealthy' || event === 'model.misconfigured') failing.set(model, read)
    else if (event === 'model.recovered') failing.delete(model)
  }
  return [
    ...[...refused].map(([model, parts]) =>
      warning(
        'model',
        `${model} has refused parts of requests, which are now left out: ${[...parts].join(', ')}`,
        'remove the setting from agent.md, list the input types that the model accepts in SVC_MODEL_INPUTS, or choose another model',
      ),
    ),
    ...[...failing].map(([model, { event, status, code, reason }]) =>
      warning(
        'model',
        `${model} fails (${status ?? code}), so other models of its list answer first`,
        event === 'model.unhealthy'
          ? 'check that the model server runs'
          : reason === 'quota'
            ? 'add credit at the provider'
            : 'check the model’s name, key and address',
      ),
    ),
  ]
}

async function* logLines(path: string): AsyncGenerator<string> {
  try {
    yield* readLogLines(path, Infinity)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

const ModelEvent = z.object({
  event: z.string(),
  model: z.string(),
  what: z.string().optional(),
  status: z.number().nullish(),
  code: z.string().optional(),
  reason: z.string().optional(),
})
type ModelEvent = z.infer<typeof ModelEvent>

const eventIn = (line: string): ModelEvent | null => {
  try {
    return ModelEvent.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
