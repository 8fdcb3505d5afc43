import type { Clock } from '#ground/base/clock.ts'
import type { FileKind } from './files/kinds.ts'
import { withFormat } from './format.ts'
import { ModelFailure, type Model } from './model.ts'
import { createOfflineModel } from './offline.ts'
import { createProviderModel, type ProviderDeps } from './provider.ts'
import { MODEL_PREFIXES, OFFLINE, providerNamed } from './providers/list.ts'

/** How one model is reached. */
export interface ModelAddress {
  /** `offline` or a provider's name. */
  provider: string
  /** The provider's own name of the model. */
  name: string
  baseUrl: string | null
  apiKey: string | null
}

export interface ModelsConfig {
  /** The Hub's usual model; null is the offline model. */
  model: ModelAddress | null
  /** How any other model is reached. */
  modelConfig(id: string): ModelAddress
  /** Kinds of files that the models look at; null: what each provider takes. */
  inputs?: ReadonlySet<FileKind> | null
}

export interface Models {
  /** @param id `<provider>/<model>` as the agent file names it; null takes the usual model. */
  modelFor(id: string | null): Model
}

/**
 * The models a Hub may use. What the agent file names wins over `SVC_MODEL`; with neither it is the offline model.
 * Nothing is loaded or connected before a model is first used.
 */
export function createModels(
  config: ModelsConfig,
  { random = Math.random, ...rest }: { clock: Clock } & Partial<Omit<ProviderDeps, 'clock'>>,
): Models {
  const deps = { ...rest, random }
  const offline = withFormat(createOfflineModel(deps.clock), () => false)
  const made = new Map<string, Model>()
  const make = (id: string, address: ModelAddress): Model => {
    if (address.provider === OFFLINE) return offline
    const provider = providerNamed(address.provider)
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
  }
}

/** For an id nobody can make sense of: the Hub runs, and whoever chats reads what to change. */
const failingModel = (id: string): Model => ({
  id,
  // oxlint-disable-next-line require-yield
  async *stream() {
    throw new ModelFailure(
      'bad_request',
      `There is no model “${id}”: expected <provider>/<model>, provider one of ${MODEL_PREFIXES.join(', ')}.`,
    )
  },
})
