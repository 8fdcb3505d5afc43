import { join } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { readEnvFile } from '#ground/hub/environment.ts'
import { slugOf } from '#ground/hub/slug.ts'
import { idleSettings } from '#supervisor/gateway/environment.ts'
import { findHubs } from '#supervisor/gateway/find-hubs.ts'
import { readRunFile } from '#supervisor/run-file.ts'
import { NotWritable, refuseUnwritable } from '#supervisor/writable.ts'
import { isHub } from '../hub-folder.ts'
import { readSettingsIn, type GatewaySettings, type HubSettings } from '../settings.ts'
import { checkChatapp, checkConnections } from './chatapp.ts'
import { failure, isWhole, unlessWrong, warning, type Finding } from './finding.ts'
import { checkHub } from './hub.ts'
import { checkPorts } from './ports.ts'
import { checkVariables } from './settings.ts'
import { checkState, checkStore } from './state.ts'

export async function gatewayHubs(folder: string): Promise<readonly string[] | null> {
  if (isHub(folder)) return null
  const hubs = await findHubs(folder).catch(() => [])
  return hubs.length > 0 ? hubs : null
}

export const checkGateway = async (
  folder: string,
  settings: GatewaySettings,
  names: readonly string[],
): Promise<Finding[]> => [
  ...settings.warnings.map((text) => warning('.env', text)),
  ...(await checkVariables(folder, settings)),
  ...(await checkState(folder, settings)),
  ...(await unlessWrong(() => checkChatapp(settings.environment))),
  ...(await unlessWrong(async () =>
    checkConnections(
      settings.environment,
      new Set(await Promise.all(names.map(async (name) => (await slugIn(join(folder, name), name)).slug))),
    ),
  )),
  ...(await checkPorts({
    ...settings,
    roles: settings.roles.filter((role) => role === 'edge' || role === 'chatapp'),
  })),
]

export async function* checkHubInGateway(
  gateway: GatewaySettings,
  names: readonly string[],
  checkOwnScale: ((folder: string, settings: HubSettings) => Finding[]) | null,
): AsyncGenerator<{ folder: string; slug: string; findings: Finding[] }> {
  const taken = createTaken()
  for (const name of names) {
    const folder = join(gateway.layers.folder, name)
    const { file, slug } = await slugIn(folder, name)
    const settings = await readSettingsIn(gateway, folder)
    const findings = [
      ...taken.slug(slug, name),
      ...taken.ports(file, name),
      ...idle(gateway, file),
      ...(await checkHubFolder(folder, gateway)),
      ...(await checkHub(folder, settings)),
      ...(await checkStore(folder, settings.environment)),
      ...(await checkOwnPorts(settings, file)),
    ]
    if (checkOwnScale && isWhole(findings)) findings.push(...checkOwnScale(folder, settings))
    yield { folder: name, slug, findings }
  }
}

async function slugIn(folder: string, name: string): Promise<{ file: Environment; slug: string }> {
  const file = await readEnvFile(folder)
  return { file, slug: file['SVC_HUB_SLUG'] || slugOf(name) }
}

const PORTS = ['BRIDGE_PORT', 'SVC_INBOUND_PORT'] as const

/** If two Hubs have the same slug or port, only the first may use it. */
function createTaken() {
  const slugs = new Map<string, string>()
  const ports = new Map<string, string>()
  const claim = (owners: Map<string, string>, what: string, name: string): string | null => {
    const owner = owners.get(what)
    if (owner === undefined) owners.set(what, name)
    return owner ?? null
  }
  return {
    slug(slug: string, name: string): Finding[] {
      const owner = claim(slugs, slug, name)
      if (owner === null) return []
      return [
        failure(
          'slug',
          `the slug ${slug} belongs to ${owner} already, so this Hub is not served`,
          'set SVC_HUB_SLUG in the .env of one Hub, or rename its folder',
        ),
      ]
    },
    ports: (file: Environment, name: string): Finding[] =>
      PORTS.flatMap((variable) => {
        const port = file[variable]
        const owner = port ? claim(ports, port, name) : null
        if (owner === null) return []
        return [
          failure(
            'ports',
            `port ${port} (${variable}) is used by ${owner} already`,
            `set another ${variable}`,
          ),
        ]
      }),
  }
}

const idle = ({ layers }: GatewaySettings, file: Environment): Finding[] =>
  idleSettings(layers, file).map((variable) =>
    warning(
      variable,
      'has no effect in a Hub’s .env: all Hubs of a gateway share it',
      'move it to the .env of the gateway, or remove it',
    ),
  )

async function checkHubFolder(folder: string, { dataFolder }: GatewaySettings): Promise<Finding[]> {
  const alone = await readRunFile(join(folder, '.svc'))
  if (alone)
    return [
      failure('running', `the Hub already runs outside the gateway as pid ${alone.pid}`, 'stop that process'),
    ]
  try {
    await refuseUnwritable(folder, dataFolder, ['bridge', 'inbound'])
    return []
  } catch (error) {
    if (!(error instanceof NotWritable)) throw error
    return [failure('folder', error.message)]
  }
}

/** Checks only a port from the Hub's own `.env`; other ports are chosen by the gateway. */
const checkOwnPorts = async (settings: HubSettings, file: Environment): Promise<Finding[]> =>
  file['BRIDGE_PORT'] ? checkPorts({ ...settings, roles: ['bridge'] }) : []
