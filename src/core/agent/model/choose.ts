import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { modelsIn, type ModelChoice } from '#ground/hub/model-choice.ts'
import { createModelHealth, type ModelHealth } from './fallback/health.ts'
import type { ModelFileKind } from './files/kinds.ts'
import { withFormat } from './format.ts'
import type { LanguageModel } from './model.ts'
import { createOfflineModel } from './offline.ts'
import { createProviderModel, MAX_SILENCE_MS, type ProviderDeps, type RefusedTool } from './provider.ts'
import { OFFLINE, findProvider } from './providers/list.ts'

export interface ModelAddress {
  provider: string
  name: string
  baseUrl: string | null
  apiKey: string | null
}

export interface ModelsConfig {
  /** The Hub's default models, in order; empty: the offline model. */
  models: readonly ModelAddress[]
  modelConfig(id: string): ModelAddress
  /** Kinds of files that the models accept; null: each provider's default. */
  inputs?: ReadonlySet<ModelFileKind> | null
}

export interface ModelChooser {
  /**
   * @param choice From the agent file; null: the default models.
   * @returns At least one model, in the order in which a request tries them.
   */
  modelsFor(choice: ModelChoice | null): readonly [LanguageModel, ...LanguageModel[]]
  readonly health: ModelHealth
  /** Maximum milliseconds in which a request waits for the begin of its answer. */
  readonly maxStartMs: number
  /**
   * Tools that a model's server refuses. Requests omit a refused tool until the tool changes or the process restarts.
   */
  refusedTools(): readonly RefusedTool[]
}

export interface ChooserDeps extends Partial<Omit<ProviderDeps, 'clock' | 'toolRefused' | 'events'>> {
  clock: Clock
  events?: NonNullable<ProviderDeps['events']> & Parameters<typeof createModelHealth>[0]['events']
}

const MAX_REFUSED_TOOLS = 100

/** The agent file overrides `SVC_MODEL`. If neither names a model, the offline model is used. */
export function createModelChooser(
  config: ModelsConfig,
  { random = Math.random, ...rest }: ChooserDeps,
): ModelChooser {
  const refused = new BoundedMap<string, RefusedTool>(MAX_REFUSED_TOOLS)
  const toolRefused = (tool: RefusedTool) => void refused.set(`${tool.model} ${tool.tool}`, tool)
  const deps = { ...rest, random, toolRefused }
  const offline = withFormat(createOfflineModel(deps.clock), () => false)
  const made = new Map<string, LanguageModel>()
  const make = (address: ModelAddress): LanguageModel => {
    if (address.provider === OFFLINE) return offline
    const provider = findProvider(address.provider)
    if (provider === null)
      throw new Error(`${address.provider} is no provider, and was not refused when it was read`)
    return createProviderModel({ ...address, provider, inputs: config.inputs ?? null }, deps)
  }
  const modelAt = (address: ModelAddress): LanguageModel => {
    const key = `${address.provider}/${address.name}`
    let model = made.get(key)
    if (!model) made.set(key, (model = make(address)))
    return model
  }
  return {
    modelsFor(choice) {
      const models =
        choice === null
          ? config.models.map(modelAt)
          : modelsIn(choice).map((id) => modelAt(config.modelConfig(id)))
      const [first = offline, ...others] = models
      return [first, ...others]
    },
    maxStartMs: rest.silenceMs ?? MAX_SILENCE_MS,
    health: createModelHealth({ clock: rest.clock, events: rest.events }),
    refusedTools: () => [...refused.values()],
  }
}
