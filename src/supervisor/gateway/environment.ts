import { resolve } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { definedVariables, readFileSettings } from '#ground/hub/environment.ts'

/** Start environment of a gateway: its Hubs are started with it later, too. */
export interface GatewayEnvironment {
  /** Absolute folder of the Hubs. */
  folder: string
  /** Of the process. */
  own: Environment
  /** Variables of the gateway's `.env` and of the secrets file. */
  file: Environment
}

export async function readGatewayEnvironment(folder: string, own: Environment): Promise<GatewayEnvironment> {
  const given = definedVariables(own)
  return { folder, own: given, file: await readFileSettings(folder, given) }
}

/** Each Hub has its own: of the gateway's environment a port is where those of its Hubs begin. */
const OWN = ['SVC_HUB_SLUG', 'BRIDGE_PORT', 'SVC_INBOUND_PORT']

/** Settings shared by all Hubs, and those of the edge and the web chat. A Hub can't override them. */
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

/**
 * Environment of edge and web chat: process environment, then the gateway's `.env`, whose paths are relative
 * to its folder.
 */
export function frontEnvironment({ folder, own, file }: GatewayEnvironment): Environment {
  const merged = without(['SVC_HUB_SLUG'], { ...file, ...own })
  const { SVC_DATABASE_URL: store, SVC_SECRETS_FILE: secrets } = merged
  return {
    ...merged,
    ...(store?.startsWith(SQLITE) && {
      SVC_DATABASE_URL: SQLITE + resolve(folder, store.slice(SQLITE.length)),
    }),
    ...(secrets && { SVC_SECRETS_FILE: resolve(folder, secrets) }),
  }
}

/**
 * Environment of a Hub's processes: process environment, then the Hub's `.env`, then the gateway's. Shared
 * settings are taken from the gateway, and the Hub's own settings from the Hub's file.
 */
export function hubEnvironment(gateway: GatewayEnvironment, hubFile: Environment): Environment {
  return {
    ...without([...OWN, ...SHARED], { ...gateway.file, ...hubFile, ...gateway.own }),
    ...only(SHARED, frontEnvironment(gateway)),
    ...only(OWN, hubFile),
  }
}

/** Settings of a Hub's `.env` that count for nothing there. */
export const idleSettings = (gateway: GatewayEnvironment, hubFile: Environment): string[] => {
  const front = frontEnvironment(gateway)
  return SHARED.filter((name) => hubFile[name] && hubFile[name] !== front[name])
}

const without = (names: readonly string[], environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)))

const only = (names: readonly string[], environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => names.includes(name)))
