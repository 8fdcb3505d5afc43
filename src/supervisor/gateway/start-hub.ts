import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { readEnvFile } from '#ground/hub/environment.ts'
import { isSlug, slugOf } from '#ground/hub/slug.ts'
import { receivingRoles } from '#processes/config/launch.ts'
import { SERVED_HUBS_VARIABLE } from '#processes/config/set-by-us.ts'
import type { RoleName } from '#processes/role.ts'
import type { ServedHub } from '#processes/served-hubs.ts'
import type { RoleAddress } from '../addresses.ts'
import type { RunningParts } from '../children.ts'
import { refuseWhileMoved } from '../move-file.ts'
import { readRunFile } from '../run-file.ts'
import { refuseUnwritable } from '../writable.ts'
import { hubEnvironment, idleSettings, type GatewayEnvironment } from './environment.ts'
import type { HubPartsDeps, HubProcesses } from './hub-processes.ts'
import { portsIn, type createPorts } from './ports.ts'
import type { Slugs } from './slugs.ts'

export class NotServed extends Error {
  override name = 'NotServed'
}

export interface StartHubDeps {
  gateway: GatewayEnvironment
  dataFolder: string
  servedHubs: string
  processes: HubProcesses
  front: Environment
  slugs: Slugs
  ports: ReturnType<typeof createPorts>
  surfacesOf(hub: { hubFolder: string; environment: Environment }): Promise<readonly string[]>
}

export interface PreparedHub {
  slug: string
  environment: Environment
  file: Environment
  warnings: string[]
}

export interface StartedHub extends RunningParts {
  hub: ServedHub
}

export async function prepareHub(hubFolder: string, deps: StartHubDeps): Promise<PreparedHub> {
  const file = await readEnvFile(hubFolder)
  const name = basename(hubFolder)
  const slug = file['SVC_HUB_SLUG'] || slugOf(name)
  if (!isSlug(slug)) throw new NotServed(`SVC_HUB_SLUG in its .env is no slug; ${slugOf(slug)} is one`)
  const owner = deps.slugs.claim(slug, name)
  if (owner !== null)
    throw new NotServed(
      `the slug ${slug} belongs to ${join(deps.gateway.folder, owner)}; set SVC_HUB_SLUG in the .env of one Hub, or rename its folder`,
    )
  const idle = idleSettings(deps.gateway, file)
  return {
    slug,
    environment: hubEnvironment(deps.gateway, file),
    file,
    warnings: [
      ...(idle.length > 0
        ? [`${idle.join(', ')} in its .env have no effect: all Hubs of a gateway share these settings`]
        : []),
      ...(existsSync(join(hubFolder, '.svc', 'hub.db')) && join(hubFolder, '.svc') !== deps.dataFolder
        ? ['its .svc folder from before the gateway is not used: all Hubs of a gateway share one database']
        : []),
    ],
  }
}

/** @throws NotServed, PortRefused, NotWritable, StartFailed */
export async function startHub(
  hubFolder: string,
  { slug, environment: settings, file }: PreparedHub,
  deps: StartHubDeps,
  partsDeps: HubPartsDeps & { onWarning(text: string): void },
): Promise<StartedHub> {
  const standaloneRun = await readRunFile(join(hubFolder, '.svc'))
  if (standaloneRun)
    throw new NotServed(`it already runs outside the gateway as pid ${standaloneRun.pid}; stop that process`)
  await refuseWhileMoved(join(hubFolder, '.svc')).catch((error: Error) => {
    throw new NotServed(error.message)
  })
  await refuseUnwritable(hubFolder, deps.dataFolder, ['bridge'])
  const configured = (settings['SVC_INBOUND'] ?? '').split(/[\s,]+/).filter(Boolean)
  const surfaces =
    configured.length > 0 ? configured : await deps.surfacesOf({ hubFolder, environment: settings })
  const roles: RoleName[] = ['bridge', ...receivingRoles(surfaces)]
  const { ports, remarks } = await deps.ports.settle(
    basename(hubFolder),
    roles.includes('inbound') ? ['bridge', 'inbound'] : ['bridge'],
    portsIn(file),
  )
  remarks.forEach(partsDeps.onWarning)
  const bridge = loopback(ports.bridge!, 'BRIDGE_PORT')
  const inbound = ports.inbound === null ? null : loopback(ports.inbound, 'SVC_INBOUND_PORT')
  const environment = {
    ...settings,
    ...deps.front,
    SVC_HUB_SLUG: slug,
    SVC_DATA_DIR: deps.dataFolder,
    [SERVED_HUBS_VARIABLE]: deps.servedHubs,
    BRIDGE_PORT: String(ports.bridge),
    ...(inbound && { SVC_INBOUND_PORT: String(inbound.port) }),
    ...(surfaces.length > 0 && { SVC_INBOUND: surfaces.join(',') }),
  }
  const addresses = { roles: { edge: null, chatapp: null, bridge, inbound }, environment }
  const running = await deps.processes.start({ hubFolder, slug, roles, addresses }, partsDeps)
  const mcp = isOn(settings['MCP_SERVER'])
  return {
    ...running,
    hub: {
      slug,
      folder: hubFolder,
      bridge: `http://${bridge.host}:${bridge.port}`,
      inbound: inbound && `http://${inbound.host}:${inbound.port}`,
      mcp,
      mcpSignIn: mcp && isOn(settings['MCP_OAUTH']),
    },
  }
}

const isOn = (text = ''): boolean => /^(true|1|yes|on)$/i.test(text)

const loopback = (port: number, variable: string): RoleAddress => ({ host: '127.0.0.1', port, variable })
