import { resolve } from 'node:path'
import { readChatappConfig } from '#processes/config/chatapp.ts'
import { readBridgeConfig } from '#processes/config/bridge.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { openSecrets, writeSecrets } from '#processes/secrets.ts'
import { Failure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { print } from './print.ts'
import { readSettings } from './settings.ts'

/** `hub secrets export <file>`: what signs sessions, links and calls today, so that all of them stay good. */
export async function exportSecrets(file: string, { hub }: { hub?: string }): Promise<void> {
  const hubFolder = hubFolderOf(hub)
  const { environment } = await readSettings(hubFolder)
  const { maxUploadBytes } = readBridgeConfig(environment)
  const { sessionSecret } = readChatappConfig(environment, maxUploadBytes)
  const secrets = await openSecrets(readSharedConfig(environment, hubFolder))
  const path = resolve(file)
  await writeSecrets({ ...secrets, ...(sessionSecret !== null && { sessionSecret }) }, path).catch(
    (error: NodeJS.ErrnoException) => {
      throw new Failure(
        error.code === 'EEXIST'
          ? `${path} is there already: name a new file, so that no secrets are lost`
          : `cannot write ${path} (${error.code})`,
      )
    },
  )
  print(`wrote ${path}: set SVC_SECRETS_FILE to it on each machine, and keep it like a password`)
}
