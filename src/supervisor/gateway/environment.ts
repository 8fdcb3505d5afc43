import { resolve } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { withAbsoluteFiles } from '#ground/bus/address.ts'
import { definedVariables, readFileSettings } from '#ground/hub/environment.ts'

/** The variables are read when the gateway starts. Hubs that start later get the same values. */
export interface GatewayEnvironment {
  folder: string
  own: Environment
  file: Environment
}

export async function readGatewayEnvironment(folder: string, own: Environment): Promise<GatewayEnvironment> {
  const variables = definedVariables(own)
  return { folder, own: variables, file: await readFileSettings(folder, variables) }
}

/** Variables that Hubs do not inherit from the gateway. */
const OWN = ['SVC_HUB_SLUG', 'BRIDGE_PORT', 'SVC_INBOUND_PORT']

/** A Hub cannot override these variables. */
const SHARED = [
  'SVC_DATA_DIR',
  'SVC_SECRETS_FILE',
  'SVC_DATABASE_URL',
  'SVC_BUS_URL',
  'SVC_BLOBS_URL',
  'SVC_BLOBS_ACCESS_KEY_ID',
  'SVC_BLOBS_SECRET_ACCESS_KEY',
  'SVC_MACHINE_NAME',
  'SVC_PUBLIC_URL',
  'SVC_ALLOWED_HOSTS',
  'SVC_HOST',
  'PORT',
  'SVC_PROCESSES',
  'SVC_BRIDGE_WORKERS',
  'SVC_EDGE_WORKERS',
  'SVC_EDGE_HEALTH_PORT',
  'SVC_DISABLE_EDGE',
  'SVC_TRUSTED_PROXIES',
  'SVC_TLS_CERT_FILE',
  'SVC_TLS_KEY_FILE',
  'SVC_LOCK_CHATAPP_ACCESS_UI',
  'SVC_HIDE_CHATAPP_USERS',
  'SVC_CHATAPP',
  'SVC_CHATAPP_PORT',
  'SVC_CHATAPP_URL',
  'SVC_CHATAPP_API_KEY',
  'SVC_CHATAPP_HEADER_PREFIX',
  'SVC_SESSION_SECRET',
]

const SQLITE = 'sqlite:'

/** The process environment overrides the gateway's `.env`. Paths in that file are relative to the gateway's folder. */
export function frontEnvironment({ folder, own, file }: GatewayEnvironment): Environment {
  const merged = without(['SVC_HUB_SLUG'], { ...file, ...own })
  const { SVC_DATABASE_URL: store, SVC_SECRETS_FILE: secrets, SVC_BUS_URL: bus } = merged
  return {
    ...merged,
    ...(store?.startsWith(SQLITE) && {
      SVC_DATABASE_URL: SQLITE + resolve(folder, store.slice(SQLITE.length)),
    }),
    ...(secrets && { SVC_SECRETS_FILE: resolve(folder, secrets) }),
    ...(bus && { SVC_BUS_URL: withAbsoluteFiles(bus, folder) }),
  }
}

/** The process environment overrides the Hub's `.env`, which overrides the gateway's `.env`. */
export function hubEnvironment(gateway: GatewayEnvironment, hubFile: Environment): Environment {
  return {
    ...without([...OWN, ...SHARED], { ...gateway.file, ...hubFile, ...gateway.own }),
    ...only(SHARED, frontEnvironment(gateway)),
    ...only(OWN, hubFile),
  }
}

export const idleSettings = (gateway: GatewayEnvironment, hubFile: Environment): string[] => {
  const front = frontEnvironment(gateway)
  return SHARED.filter((name) => hubFile[name] && hubFile[name] !== front[name])
}

const without = (names: readonly string[], environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)))

const only = (names: readonly string[], environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => names.includes(name)))
