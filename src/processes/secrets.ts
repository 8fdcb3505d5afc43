import { link, mkdir, readFile, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFolder, writeFileDurably } from '#ground/base/durable-file.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { newToken } from '#ground/base/ids.ts'
import { sign } from '#ground/base/signing.ts'
import { SHARED_BY_INSTANCES } from '#ground/hub/environment.ts'
import type { SharedConfig } from './config/shared.ts'

/** Secrets that a Hub generates at its first start, in one file with mode 0600. */
const Secrets = z.object({
  /** Key that the web chat sends to the bridge, accepted beside `BRIDGE_API_KEYS`. */
  bridgeKey: z.string(),
  linkSecret: z.string(),
  /** Signs sessions of the built-in web chat. */
  sessionSecret: z.string(),
  /** Only in a file that instances share: variables that have the same value at all instances. */
  settings: z.partialRecord(z.enum(SHARED_BY_INSTANCES), z.string()).optional(),
})
export type Secrets = z.infer<typeof Secrets>

export type SecretsSettings = Pick<SharedConfig, 'dataFolder' | 'secretsFile'>

/**
 * Safe if several processes start at once.
 * @throws BadConfiguration if the shared file is missing or other users may read it.
 */
export async function openSecrets({ dataFolder, secretsFile }: SecretsSettings): Promise<Secrets> {
  if (secretsFile !== null) return readShared(secretsFile)
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, 'secrets.json')
  return (await readSecrets(path)) ?? (await createSecrets(path))
}

/** Shows whether two instances have the same secrets, without revealing them. */
export const fingerprintOf = ({ bridgeKey, linkSecret, sessionSecret }: Secrets): string =>
  sign(linkSecret, JSON.stringify(['fingerprint', bridgeKey, sessionSecret]))

async function readShared(path: string): Promise<Secrets> {
  const wrong = (message: string) => new BadConfiguration([{ variable: 'SVC_SECRETS_FILE', message }])
  const facts = await stat(path).catch(() => null)
  if (!facts?.isFile()) throw wrong(`there is no file ${path}: create it with hub secrets export`)
  if ((facts.mode & 0o077) !== 0) throw wrong(`other users can read ${path}: chmod 600 ${path}`)
  const secrets = await readSecrets(path).catch(() => null)
  if (secrets === null)
    throw wrong(`${path} does not contain valid secrets: create the file again with hub secrets export`)
  return secrets
}

/**
 * Signs cookies of people who connect accounts. The key is derived from `linkSecret`, so that Hubs with older secrets
 * files have it too.
 */
export const journeySecretOf = ({ linkSecret }: Secrets): string => sign(linkSecret, 'connection journeys')

/**
 * Signs chat-file links. Each Hub of a gateway has its own secret, because several Hubs may have chats with the same
 * id.
 */
export const chatLinkSecretOf = (
  { linkSecret }: Secrets,
  { servedHubs, hubSlug }: Pick<SharedConfig, 'servedHubs' | 'hubSlug'>,
): string => (servedHubs === null ? linkSecret : sign(linkSecret, `chat files of ${hubSlug}`))

/**
 * Signs requests that bridges relay on behalf of a person. The key is derived from `linkSecret`, so that all bridges of
 * a data folder have it.
 */
export const relaySecretOf = ({ linkSecret }: Secrets): string => sign(linkSecret, 'relayed console requests')

export const noticeSecretOf = ({ linkSecret }: Secrets): string => sign(linkSecret, 'notices')

/** The tokens of links in mails to people are derived from it. */
export const accountLinkSecretOf = ({ linkSecret }: Secrets): string =>
  sign(linkSecret, 'account links in mails')

/** Seals the settings that administrators store in the Console. */
export const setupSecretOf = ({ linkSecret }: Secrets): string => sign(linkSecret, 'stored setups')

export const mcpTokenSecretOf = ({ linkSecret }: Secrets): string =>
  sign(linkSecret, 'tokens of MCP sign-ins')

/** The key that signs assertions about people is derived from it. */
export const assertionSecretOf = ({ linkSecret }: Secrets): string => sign(linkSecret, 'signed assertions')

export const busSecretOf = ({ linkSecret }: Secrets): string => sign(linkSecret, 'messages of the bus')

async function readSecrets(path: string): Promise<Secrets | null> {
  try {
    return Secrets.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${path} does not contain valid secrets; restore the file from a backup or delete it`, {
      cause: error,
    })
  }
}

async function createSecrets(path: string): Promise<Secrets> {
  const secrets: Secrets = { bridgeKey: newToken(), linkSecret: newToken(), sessionSecret: newToken() }
  try {
    await writeSecrets(secrets, path)
    return secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return (await readSecrets(path))!
  }
}

/** Writes secrets to a new file, completely or not at all. @throws EEXIST if the file exists. */
export async function writeSecrets(secrets: Secrets, path: string): Promise<void> {
  const draft = `${path}.${newToken(48)}` // a name of its own, because roles in one process may write concurrently
  await writeFileDurably(draft, JSON.stringify(secrets, null, 2))
  try {
    await link(draft, path) // unlike rename, `link` does not replace a file that another process created
    await syncFolder(dirname(path))
  } finally {
    await unlink(draft)
  }
}
