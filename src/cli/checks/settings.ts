import { BadConfiguration } from '#base/environment.ts'
import { readAgentConfig, type AgentConfig, type ModelConfig } from '#processes/config/agent.ts'
import { PUBLIC_BRIDGE_KEY, readBridgeConfig } from '#processes/config/bridge.ts'
import { checkConfiguration } from '#processes/config/catalog.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** Every variable, the model's key and the bridge's keys. */
export function checkSettings({ environment }: HubSettings): Finding[] {
  try {
    const advice = checkConfiguration(environment)
    return [
      ...(advice.length === 0 ? [ok('settings', 'no unknown or wrong variable')] : []),
      ...advice.map(({ variable, message, fix }) => warning(variable, message, fix)),
      ...modelFindings(readAgentConfig(environment)),
      checkBridgeKeys(readBridgeConfig(environment).keys),
    ]
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    return error.problems.map(({ variable, message }) => failure(variable, message))
  }
}

const KEY_VARIABLES: Partial<Record<ModelConfig['provider'], string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
}

/** An agent process brings its own model. */
const modelFindings = ({ process, model }: AgentConfig): Finding[] => (process ? [] : [checkModel(model)])

function checkModel(model: ModelConfig | null): Finding {
  if (!model || model.provider === 'offline')
    return warning(
      'model',
      'the built-in offline model answers',
      'set SVC_MODEL and the provider’s key in .env',
    )
  const id = `${model.provider}/${model.name}`
  const variable = KEY_VARIABLES[model.provider]
  if (variable && !model.apiKey) return failure('model', `${id} has no key`, `set ${variable} in .env`)
  if (model.provider === 'compatible' && !model.baseUrl)
    return failure('model', `${id} has no address`, 'set SVC_MODEL_BASE_URL in .env')
  return ok('model', id)
}

const checkBridgeKeys = (keys: readonly string[]): Finding =>
  keys.includes(PUBLIC_BRIDGE_KEY)
    ? warning(
        'bridge key',
        'everyone knows the default key; programs on this machine can chat with it',
        'set BRIDGE_API_KEYS in .env to a key of your own',
      )
    : ok('bridge key', `${keys.length} of your own`)
