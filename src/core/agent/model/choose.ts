import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { ModelFileKind } from './files/kinds.ts'
import { withFormat } from './format.ts'
import { ModelFailure, type LanguageModel } from './model.ts'
import { createOfflineModel } from './offline.ts'
import { createProviderModel, type ProviderDeps, type RefusedTool } from './provider.ts'
import { MODEL_PREFIXES, OFFLINE, findProvider } from './providers/list.ts'

export interface ModelAddress {
  provider: string
  name: string
  baseUrl: string | null
  apiKey: string | null
}

export interface ModelsConfig {
  /** The Hub's default model; null: the offline model. */
  model: ModelAddress | null
  modelConfig(id: string): ModelAddress
  /** Kinds of files that the models accept; null: each provider's default. */
  inputs?: ReadonlySet<ModelFileKind> | null
}

export interface ModelChooser {
  /** @param id `<provider>/<model>` from the agent file; null: the default model. */
  modelFor(id: string | null): LanguageModel
  /**
   * Tools that a model's server refuses. Requests omit a refused tool until the tool changes or the process restarts.
   */
  refusedTools(): readonly RefusedTool[]
}

const MAX_REFUSED_TOOLS = 100

/** The agent file overrides `SVC_MODEL`. If neither names a model, the offline model is used. */
export function createModelChooser(
  config: ModelsConfig,
  { random = Math.random, ...rest }: { clock: Clock } & Partial<Omit<ProviderDeps, 'clock' | 'toolRefused'>>,
): ModelChooser {
  const refused = new BoundedMap<string, RefusedTool>(MAX_REFUSED_TOOLS)
  const toolRefused = (tool: RefusedTool) => void refused.set(`${tool.model} ${tool.tool}`, tool)
  const deps = { ...rest, random, toolRefused }
  const offline = withFormat(createOfflineModel(deps.clock), () => false)
  const made = new Map<string, LanguageModel>()
  const make = (id: string, address: ModelAddress): LanguageModel => {
    if (address.provider === OFFLINE) return offline
    const provider = findProvider(address.provider)
    return provider && address.name
      ? createProviderModel({ ...address, provider, inputs: config.inputs ?? null }, deps)
      : failingModel(id)
  }
  return {
    modelFor(id) {
      const address = id === null ? config.model : config.modelConfig(id)
      if (!address) return offline
      const key = `${address.provider}/${address.name}`
      let model = made.get(key)
      if (!model) made.set(key, (model = make(id ?? key, address)))
      return model
    },
    refusedTools: () => [...refused.values()],
  }
}

const failingModel = (id: string): LanguageModel => ({
  id,
  // oxlint-disable-next-line require-yield
  async *stream() {
    throw new ModelFailure(
      'bad_request',
      `There is no model “${id}”: expected <provider>/<model>, with one of the providers ${MODEL_PREFIXES.join(', ')}.`,
    )
  },
})
