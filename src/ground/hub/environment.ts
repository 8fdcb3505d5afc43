import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Environment } from '#ground/base/environment.ts'

/**
 * The environment a Hub runs with: `own`, then the Hub's `.env`, then the one of the gateway's folder of Hubs.
 * An empty variable of `own` counts as not given, so that it hides nothing.
 */
export async function readHubEnvironment(
  folder: string,
  own: Environment,
  gatewayFolder?: string,
): Promise<Environment> {
  const [hub, gateway] = await Promise.all([
    readEnvFile(folder),
    gatewayFolder ? readEnvFile(gatewayFolder) : {},
  ])
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''))
  return { ...gateway, ...hub, ...given }
}

async function readEnvFile(folder: string): Promise<Environment> {
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
