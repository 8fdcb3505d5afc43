import { link, mkdir, readFile, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncFolder, writeFileDurably } from '#ground/base/durable-file.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { newToken } from '#ground/base/ids.ts'
import { sign } from '#ground/base/signing.ts'
import { SHARED_BY_INSTANCES } from '#ground/hub/environment.ts'
import type { SharedConfig } from './config/shared.ts'

/** Secrets a Hub makes for itself at its first start. They stay in one file with mode 0600. */
const Secrets = z.object({
  /** Accepted by the bridge beside `BRIDGE_API_KEYS`; the web chat calls with it. */
  bridgeKey: z.string(),
  /** Signs chat-file links. */
  linkSecret: z.string(),
  /** Signs sessions of the built-in web chat. */
  sessionSecret: z.string(),
  /** In a file shared by machines: variables that are equal on all. */
  settings: z.partialRecord(z.enum(SHARED_BY_INSTANCES), z.string()).optional(),
})
export type Secrets = z.infer<typeof Secrets>

export type SecretsPlace = Pick<SharedConfig, 'dataFolder' | 'secretsFile'>

/**
 * Read the secrets: those that machines share, or those of the data folder, which are made first when there are none. Safe
 * when several processes start at once.
 *
 * @throws BadConfiguration when the shared ones aren't there, or aren't for us alone.
 */
export async function openSecrets({ dataFolder, secretsFile }: SecretsPlace): Promise<Secrets> {
  if (secretsFile !== null) return readShared(secretsFile)
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, 'secrets.json')
  return (await readSecrets(path)) ?? (await createSecrets(path))
}

/** Digest that shows whether two machines have the same secrets, without revealing them. */
export const fingerprintOf = ({ bridgeKey, linkSecret, sessionSecret }: Secrets): string =>
  sign(linkSecret, JSON.stringify(['fingerprint', bridgeKey, sessionSecret]))

async function readShared(path: string): Promise<Secrets> {
  const wrong = (message: string) => new BadConfiguration([{ variable: 'SVC_SECRETS_FILE', message }])
  const facts = await stat(path).catch(() => null)
  if (!facts?.isFile()) throw wrong(`there is no file ${path}: make one with hub secrets export`)
  if ((facts.mode & 0o077) !== 0) throw wrong(`other users can read ${path}: chmod 600 ${path}`)
  const secrets = await readSecrets(path).catch(() => null)
  if (secrets === null) throw wrong(`${path} can't be read as secrets: make it anew with hub secrets export`)
  return secrets
}

/** Signs the cookies of connection journeys, and the scopes that they ask for. Derived, so that a Hub that is older than they are has it too. */
export const journeySecretOf = ({ linkSecret }: Secrets): string => sign(linkSecret, 'connection journeys')

/**
 * Signs chat-file links. In a gateway each Hub has its own: several Hubs may have chats with the same id, and
 * a link must open the file of one.
 */
export const chatLinkSecretOf = (
  { linkSecret }: Secrets,
  { servedHubs, hubSlug }: Pick<SharedConfig, 'servedHubs' | 'hubSlug'>,
): string => (servedHubs === null ? linkSecret : sign(linkSecret, `chat files of ${hubSlug}`))

/**
 * Signs relayed requests between bridges on behalf of a person. Derived, so that all bridges of a data folder
 * have it.
 */
export const relaySecretOf = ({ linkSecret }: Secrets): string => sign(linkSecret, 'relayed console requests')

/** From this the tokens of programs that sign people in are derived. */
export const mcpTokenSecretOf = ({ linkSecret }: Secrets): string =>
  sign(linkSecret, 'tokens of MCP sign-ins')

/** Signs messages between machines on the bus. */
export const busSecretOf = ({ linkSecret }: Secrets): string => sign(linkSecret, 'messages of the bus')

async function readSecrets(path: string): Promise<Secrets | null> {
  try {
    return Secrets.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${path} is not readable as secrets; restore it from a backup or delete it`, {
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

/** Write secrets to a new file, whole or not at all. @throws EEXIST when there is one, also one made meanwhile. */
export async function writeSecrets(secrets: Secrets, path: string): Promise<void> {
  const draft = `${path}.${newToken(48)}` // roles in one process may be here together
  await writeFileDurably(draft, JSON.stringify(secrets, null, 2))
  try {
    await link(draft, path) // unlike rename, refuses to replace what another process made meanwhile
    await syncFolder(dirname(path))
  } finally {
    await unlink(draft)
  }
}
