import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Environment } from '#ground/base/environment.ts'

/** The environment a Hub runs with: `own`, then the Hub's `.env`. */
export const readHubEnvironment = async (folder: string, own: Environment): Promise<Environment> => ({
  ...(await readEnvFile(folder)),
  ...givenIn(own),
})

/** An empty variable counts as not given, so that it hides nothing. */
export const givenIn = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** What a folder's `.env` sets; nothing without one. */
export async function readEnvFile(folder: string): Promise<Environment> {
  const path = join(folder, '.env')
  try {
    return parseEnv(await readFile(path, 'utf8'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return {}
    throw new Error(`${path} cannot be read (${code}): make it readable for this user or remove it`, {
      cause: error,
    })
  }
}
