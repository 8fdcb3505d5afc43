import { hostname } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import {
  BadConfiguration,
  flag,
  listVariable,
  parseEnvironment,
  port,
  secret,
  wholeVariable,
  type Environment,
} from '#ground/base/environment.ts'
import { newId } from '#ground/base/ids.ts'
import { readBlobsAddress, type BlobsAddress } from '#ground/blobs/address.ts'
import type { S3Credentials } from '#cluster/object-storage/s3-client.ts'
import { createOwnAddress, type OwnAddress } from '#ground/base/network/own-address.ts'
import {
  problemOfBusAddress,
  readBusAddress,
  secretFilesOf,
  withAbsoluteFiles,
  type BusAddress,
} from '#ground/bus/address.ts'
import { isSlug, slugOf } from '#ground/hub/slug.ts'
import type { StoreLocation } from '#ground/store/location.ts'
import { problemOfPostgresAddress } from '#ground/store/postgres/address.ts'
import { DEFAULT_PORTS, defaultChatappPort } from './ports.ts'
import { INSTANCE_VARIABLE, SERVED_HUBS_VARIABLE } from './set-by-us.ts'

export const SharedVariables = z.object({
  SVC_DATA_DIR: z
    .string()
    .optional()
    .describe('Folder of the service’s own files, such as the SQLite database; default `<hub>/.svc`'),
  SVC_SECRETS_FILE: z
    .string()
    .optional()
    .describe(
      '[File with generated secrets](scale.md#variables), the same for all instances; default a file in the data folder',
    ),
  SVC_DATABASE_URL: secret(
    z
      .string()
      .regex(/^(postgres(ql)?:\/\/|sqlite:)/, {
        error: 'expected postgres://… or sqlite:<path>',
        abort: true,
      })
      .superRefine((url, context) => {
        const problem = url.startsWith('sqlite:') ? null : problemOfPostgresAddress(url)
        if (problem !== null) context.addIssue({ code: 'custom', message: problem })
      })
      .optional()
      .describe(
        'Database: `postgres://…`, also with [several hosts](operations.md#several-servers); default a SQLite file in the data folder',
      ),
  ),
  SVC_BUS_URL: secret(
    z
      .string()
      .superRefine((url, context) => {
        const problem = problemOfBusAddress(url)
        if (problem !== null) context.addIssue({ code: 'custom', message: problem })
      })
      .optional()
      .describe('[Message bus](operations.md#the-bus): `nats://…` or `tls://…`; default none'),
  ),
  SVC_BLOBS_URL: secret(
    z
      .string()
      .refine(
        (url) => readBlobsAddress(url) !== null,
        'expected s3://bucket/prefix?endpoint=https://host&region=…; keys have variables of their own',
      )
      .optional()
      .describe('[Object storage](operations.md#files-in-object-storage): `s3://…`; default the data folder'),
  ),
  SVC_INBOX: z
    .enum(['folder', 'store'])
    .default('folder')
    .describe('Storage of webhook events and message deliveries: the Hub’s folder or the database (`store`)'),
  SVC_CHATS: z
    .enum(['folder', 'store'])
    .default('folder')
    .describe('Storage of the agent’s chats and memory: the Hub’s folder or the database (`store`)'),
  SVC_HUB_SOURCE: z
    .enum(['folder', 'store'])
    .default('folder')
    .describe('Source of the Hub: its folder, or the current published version (`store`)'),
  SVC_BLOBS_ACCESS_KEY_ID: secret(z.string().optional().describe('Access key id for the object storage')),
  SVC_BLOBS_SECRET_ACCESS_KEY: secret(z.string().optional().describe('Secret key of the object storage')),
  SVC_MACHINE_NAME: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Name of this instance; default the host name'),
  SVC_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'])
    .default('info')
    .describe('Minimum level of log lines'),
  SVC_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Address of the Hub for browsers and in links; the Hub refuses changes from pages of other addresses',
    ),
  SVC_ALLOWED_HOSTS: listVariable()
    .pipe(
      z.array(z.string().regex(/^(\*|[\w.~-]+)$/, 'expected host names without scheme, port and path, or *')),
    )
    .default([])
    .describe('Additional host names that the Hub accepts; `*` accepts all, which permits DNS rebinding'),
  SVC_HUB_SLUG: z
    .string()
    .refine(isSlug, 'expected lower-case letters, digits and single dashes')
    .optional()
    .describe('Slug of the Hub; default the folder name'),
  SVC_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address on which the edge listens; other processes listen on 127.0.0.1'),
  PORT: port(DEFAULT_PORTS.edge).describe('Port on which the edge listens'),
  SVC_CHATAPP_PORT: wholeVariable({ max: 65_535 })
    .optional()
    .describe('Port on which the web chat listens; default `PORT` plus 40000'),
  BRIDGE_PORT: port(DEFAULT_PORTS.bridge).describe('Port on which the bridge listens'),
  SVC_INBOUND_PORT: port(DEFAULT_PORTS.inbound).describe(
    'Port on which the receiver of webhooks and messages listens',
  ),
  MCP_SERVER: flag(false).describe('Serve the Hub’s tools by MCP, and let people create personal API keys'),
  MCP_OAUTH: flag(false).describe(
    'Let MCP programs sign in by OAuth instead of a key, at `/mcp/oauth`; needs `MCP_SERVER`',
  ),
})

export interface SharedConfig {
  hubFolder: string
  hubSlug: string
  servedHubs: string | null
  /** Prefix of the Hub's public paths: `/b/<hub>` in a gateway, else empty. */
  hubPath: string
  dataFolder: string
  /** File with secrets that instances share; null: the data folder has its own secrets. */
  secretsFile: string | null
  store: StoreLocation
  bus: BusAddress | null
  /** Object storage for files; null: folders of this machine. */
  blobs: { address: BlobsAddress; credentials: S3Credentials } | null
  inbox: 'folder' | 'store'
  chats: 'folder' | 'store'
  /** `store`: the Hub's folder follows the published version. */
  hubSource: 'folder' | 'store'
  instance: { id: string; name: string }
  logLevel: 'debug' | 'info' | 'warn' | 'error'
  /** Without a trailing slash. */
  publicUrl: string
  publicUrlIsSet: boolean
  /** Accepted host names besides `localhost` and the addresses of this machine; `*` accepts all names. */
  names: readonly string[]
  mcpServer: boolean
  mcpSignIn: boolean
  addresses: {
    edge: { host: string; port: number }
    chatapp: { host: string; port: number }
    bridge: { host: string; port: number }
    inbound: { host: string; port: number }
  }
}

const LOOPBACK = '127.0.0.1'

const STARTED_BY_HAND = newId()

export function readSharedConfig(environment: Environment, hubFolder: string): SharedConfig {
  const env = parseEnvironment(SharedVariables, environment)
  const dataFolder = env.SVC_DATA_DIR ?? join(hubFolder, '.svc')
  const hubSlug = env.SVC_HUB_SLUG ?? slugOf(basename(hubFolder))
  const servedHubs = environment[SERVED_HUBS_VARIABLE] || null
  return {
    hubFolder,
    hubSlug,
    servedHubs,
    hubPath: servedHubs === null ? '' : `/b/${encodeURIComponent(hubSlug)}`,
    dataFolder,
    secretsFile: env.SVC_SECRETS_FILE === undefined ? null : resolve(hubFolder, env.SVC_SECRETS_FILE),
    store: storeLocation(env.SVC_DATABASE_URL, { hubFolder, dataFolder }),
    bus: env.SVC_BUS_URL === undefined ? null : readBusAddress(withAbsoluteFiles(env.SVC_BUS_URL, hubFolder)),
    blobs: blobsOf(env),
    inbox: env.SVC_INBOX,
    chats: env.SVC_CHATS,
    hubSource: env.SVC_HUB_SOURCE,
    instance: {
      id: environment[INSTANCE_VARIABLE] || STARTED_BY_HAND,
      name: env.SVC_MACHINE_NAME ?? hostname(),
    },
    logLevel: env.SVC_LOG_LEVEL,
    publicUrl: env.SVC_PUBLIC_URL ?? `http://${env.SVC_HOST}:${env.PORT}`,
    publicUrlIsSet: env.SVC_PUBLIC_URL !== undefined,
    names: [hostname(), env.SVC_HOST, ...env.SVC_ALLOWED_HOSTS],
    mcpServer: env.MCP_SERVER,
    mcpSignIn: env.MCP_SERVER && env.MCP_OAUTH,
    addresses: {
      edge: { host: env.SVC_HOST, port: env.PORT },
      chatapp: { host: LOOPBACK, port: env.SVC_CHATAPP_PORT ?? defaultChatappPort(env.PORT) },
      bridge: { host: LOOPBACK, port: env.BRIDGE_PORT },
      inbound: { host: LOOPBACK, port: env.SVC_INBOUND_PORT },
    },
  }
}

function blobsOf(env: z.infer<typeof SharedVariables>): SharedConfig['blobs'] {
  const address = env.SVC_BLOBS_URL === undefined ? null : readBlobsAddress(env.SVC_BLOBS_URL)
  if (address === null) return null
  const { SVC_BLOBS_ACCESS_KEY_ID: accessKeyId, SVC_BLOBS_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    return { address, credentials: { accessKeyId, secretAccessKey } }
  const missing = accessKeyId === undefined ? 'SVC_BLOBS_ACCESS_KEY_ID' : 'SVC_BLOBS_SECRET_ACCESS_KEY'
  throw new BadConfiguration([{ variable: missing, message: 'the bucket of SVC_BLOBS_URL needs it' }])
}

export const ownAddressOf = ({ publicUrl, publicUrlIsSet, names }: SharedConfig): OwnAddress =>
  createOwnAddress({ publicUrl: publicUrlIsSet ? publicUrl : null, names })

/**
 * Paths hidden from programs of the Hub's agent: the data folder, shared secrets, credentials of the message bus, and
 * in a gateway the other Hubs.
 */
export const secretPathsOf = (config: SharedConfig): string[] => [
  config.dataFolder,
  ...(config.secretsFile === null ? [] : [config.secretsFile]),
  ...(config.bus === null ? [] : secretFilesOf(config.bus)),
  ...(config.servedHubs === null ? [] : [dirname(config.hubFolder)]),
]

export const storeLocation = (
  url: string | undefined,
  { hubFolder, dataFolder }: { hubFolder: string; dataFolder: string },
): StoreLocation => {
  if (!url) return { kind: 'sqlite', path: join(dataFolder, 'hub.db') }
  if (url.startsWith('sqlite:'))
    return { kind: 'sqlite', path: resolve(hubFolder, url.slice('sqlite:'.length)) }
  return { kind: 'postgres', url }
}
