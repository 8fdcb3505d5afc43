import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { decodeEnvFile, parseEnvText, type EnvText } from './env-text.ts'

/** `own` overrides the Hub's `.env`, which overrides the secrets file. */
export async function readHubEnvironment(folder: string, own: Environment): Promise<Environment> {
  const given = definedVariables(own)
  return { ...(await readFileSettings(folder, given)), ...given }
}

export async function readFileSettings(folder: string, own: Environment): Promise<Environment> {
  const file = await readEnvFile(folder)
  const path = own['SVC_SECRETS_FILE'] ?? file['SVC_SECRETS_FILE']
  return { ...(path ? await readSharedSettings(resolve(folder, path)) : {}), ...file }
}

/**
 * Variables that the secrets file may set. All instances share this file and need the same values of these variables.
 */
export const SHARED_BY_INSTANCES: readonly string[] = [
  'SVC_DATABASE_URL',
  'SVC_BUS_URL',
  'SVC_BLOBS_URL',
  'SVC_BLOBS_ACCESS_KEY_ID',
  'SVC_BLOBS_SECRET_ACCESS_KEY',
  'SVC_INBOX',
  'SVC_CHATS',
]

/** Empty for an unreadable file: the error is reported when the secrets are opened. */
async function readSharedSettings(path: string): Promise<Environment> {
  try {
    const { settings = {} } = JSON.parse(await readFile(path, 'utf8')) as { settings?: Environment }
    const named = Object.entries(settings).filter(([name]) => SHARED_BY_INSTANCES.includes(name))
    return Object.fromEntries(named.filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}

/** Drops empty variables, so that they override nothing. */
export const definedVariables = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

export const readEnvFile = async (folder: string): Promise<Environment> =>
  (await readEnvText(join(folder, '.env'))).values

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
    throw new Error(`${path} cannot be read (${code}): make the file readable for this user, or remove it`, {
      cause: error,
    })
  }
}
