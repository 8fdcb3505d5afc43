import { resolve } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { SHARED_BY_INSTANCES } from '#ground/hub/environment.ts'
import { readChatappConfig } from '#processes/config/chatapp.ts'
import { readBridgeConfig } from '#processes/config/bridge.ts'
import { readSharedConfig, type SharedConfig } from '#processes/config/shared.ts'
import { openSecrets, writeSecrets } from '#processes/secrets.ts'
import { CommandFailure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { print } from './print.ts'
import { readCommandSettings } from './settings.ts'

/** `hub secrets export`: signing keys and settings of shared services, for other instances of the Hub. */
export async function exportSecrets(file: string, { hub }: { hub?: string }): Promise<void> {
  const hubFolder = hubFolderOf(hub)
  const { environment } = await readCommandSettings(hubFolder)
  const { maxUploadBytes } = readBridgeConfig(environment)
  const { sessionSecret } = readChatappConfig(environment, maxUploadBytes)
  const shared = readSharedConfig(environment, hubFolder)
  const secrets = await openSecrets(shared)
  const settings = settingsToShare(environment, shared)
  const path = resolve(file)
  await writeSecrets({ ...secrets, ...(sessionSecret !== null && { sessionSecret }), settings }, path).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CommandFailure(
        error.code === 'EEXIST'
          ? `${path} exists already: name a new file, so that no secrets are lost`
          : `cannot write ${path} (${error.code})`,
      )
    },
  )
  const names = Object.keys(settings)
  print(
    `wrote ${path}: set SVC_SECRETS_FILE to this path on each machine, and protect the file like a password`,
  )
  if (names.length > 0) print(`the file also sets ${names.join(', ')}`)
}

/** Omits paths of this machine, which other machines lack. */
const settingsToShare = (environment: Environment, { store }: SharedConfig): Record<string, string> =>
  Object.fromEntries(
    SHARED_BY_INSTANCES.flatMap((name) => {
      const value = environment[name]
      return value && (name !== 'SVC_DATABASE_URL' || store.kind === 'postgres') ? [[name, value]] : []
    }),
  )
