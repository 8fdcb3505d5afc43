import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { decodeEnvFile, parseEnvText, type EnvText } from './env-text.ts'

/** The environment a Hub runs with: `own`, then the Hub's `.env`, then what machines share. */
export async function readHubEnvironment(folder: string, own: Environment): Promise<Environment> {
  const given = givenIn(own)
  return { ...(await readFileSettings(folder, given)), ...given }
}

/** What the files of a folder set: its `.env`, then the file of secrets that it, or `own`, names. */
export async function readFileSettings(folder: string, own: Environment): Promise<Environment> {
  const file = await readEnvFile(folder)
  const path = own['SVC_SECRETS_FILE'] ?? file['SVC_SECRETS_FILE']
  return { ...(path ? await readSharedSettings(resolve(folder, path)) : {}), ...file }
}

/** Variables that may stand in the file of secrets: those that have to be alike on all machines, and hold keys. */
export const SHARED_BY_MACHINES: readonly string[] = [
  'SVC_DATABASE_URL',
  'SVC_BUS_URL',
  'SVC_BLOBS_URL',
  'SVC_BLOBS_ACCESS_KEY_ID',
  'SVC_BLOBS_SECRET_ACCESS_KEY',
  'SVC_INBOX',
  'SVC_CHATS',
]

/** Nothing of a file that can't be read: whoever opens the secrets says what is wrong with it. */
async function readSharedSettings(path: string): Promise<Environment> {
  try {
    const { settings = {} } = JSON.parse(await readFile(path, 'utf8')) as { settings?: Environment }
    const named = Object.entries(settings).filter(([name]) => SHARED_BY_MACHINES.includes(name))
    return Object.fromEntries(named.filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

/** An empty variable counts as not given, so that it hides nothing. */
export const givenIn = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** What a folder's `.env` sets; nothing without one. */
export const readEnvFile = async (folder: string): Promise<Environment> =>
  (await readEnvText(join(folder, '.env'))).values

/** Lines of a folder's `.env` that may mean something else than their author intended, with file and line. */
export async function envFileWarnings(folder: string): Promise<string[]> {
  const path = join(folder, '.env')
  return (await readEnvText(path)).warnings.map(({ line, message }) => `${path}:${line}: ${message}`)
}

async function readEnvText(path: string): Promise<EnvText> {
  try {
    return parseEnvText(decodeEnvFile(await readFile(path)))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { values: {}, warnings: [] }
    throw new Error(`${path} cannot be read (${code}): make it readable for this user or remove it`, {
      cause: error,
    })
  }
}
