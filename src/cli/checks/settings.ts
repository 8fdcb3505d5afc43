import type { ModelAddress } from '#core/agent/model/choose.ts'
import { readAgentConfig, type AgentConfig } from '#processes/config/agent.ts'
import { PUBLIC_BRIDGE_KEY, readBridgeConfig } from '#processes/config/bridge.ts'
import { checkConfiguration } from '#processes/config/catalog.ts'
import { readUsedOpenIdConfig } from '#processes/config/openid.ts'
import { modelLack } from '#processes/config/model-lack.ts'
import { startRefusals } from '#processes/start-refusals.ts'
import type { HubSettings } from '../settings.ts'
import { failure, findingsOf, ok, unlessWrong, warning, type Finding } from './finding.ts'

export async function checkSettings(
  hubFolder: string,
  { environment, gateway }: HubSettings,
): Promise<Finding[]> {
  const frontFolder = gateway ?? hubFolder
  const found = await findingsOf([
    () => variables(frontFolder, environment),
    () => modelFindings(readAgentConfig(environment)),
    () => [checkBridgeKeys(readBridgeConfig(environment).keys)],
  ])
  const known = new Set(found.map(({ subject, message }) => `${subject} ${message}`))
  const refused = (await startRefusals({ environment, hubFolder, frontFolder }))
    .filter(({ variable, message }) => !known.has(`${variable} ${message}`))
    .map(({ variable, message }) => failure(variable, message))
  return [...found, ...refused]
}

export const checkVariables = (folder: string, { environment }: HubSettings): Promise<readonly Finding[]> =>
  unlessWrong(() => variables(folder, environment))

function variables(folder: string, environment: HubSettings['environment']): Finding[] {
  const advice = checkConfiguration(environment)
  readUsedOpenIdConfig(environment, folder)
  if (advice.length === 0) return [ok('settings', 'no unknown or invalid variable')]
  return advice.map(({ variable, message, fix }) => warning(variable, message, fix))
}

/** An agent process has its own model, so the Hub's model is not checked. */
const modelFindings = ({ process, models }: AgentConfig): Finding[] => {
  if (process) return []
  return models.length === 0 ? [checkModel(null)] : models.map(checkModel)
}

function checkModel(model: ModelAddress | null): Finding {
  if (!model || model.provider === 'offline')
    return warning(
      'model',
      'the built-in offline model answers instead of a real model',
      'set SVC_MODEL and the provider’s key in .env',
    )
  const lack = modelLack(model)
  if (lack) return failure('model', `${lack.id} has no ${lack.what}`, `set ${lack.variable} in .env`)
  return ok('model', `${model.provider}/${model.name}`)
}

const checkBridgeKeys = (keys: readonly string[]): Finding =>
  keys.includes(PUBLIC_BRIDGE_KEY)
    ? warning(
        'bridge key',
        'the default key is public; any program on this machine can use it to chat',
        'set BRIDGE_API_KEYS in .env to a key of your own',
      )
    : ok('bridge key', `${keys.length} of your own`)
