import { constants, existsSync } from 'node:fs'
import { access, mkdir, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readSharedConfig, type SharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { StoreLost, StoreNotGranted, StoreUnusable } from '#ground/store/errors.ts'
import { openToOthers, privateFiles } from '../private-files.ts'
import type { HubSettings } from '../settings.ts'
import { checkBus } from './bus.ts'
import { checkBucket } from './bucket.ts'
import { checkSlugConflict } from './chatapp.ts'
import { failure, ok, unlessWrong, warning, type Finding } from './finding.ts'
import { checkRuns } from './runs.ts'
import { checkSenders } from './senders.ts'

export async function checkState(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  const { environment, dataFolder } = settings
  const folder = await checkDataFolder(dataFolder)
  if (folder.status === 'fail') return [folder]
  return [
    folder,
    ...(await checkModes(hubFolder, settings)),
    ...(await checkStore(hubFolder, environment)),
    ...(await checkBucket(hubFolder, environment)),
    ...(await checkBus(hubFolder, environment)),
  ]
}

const MIB = 1024 * 1024
/** With less free space, the database and a day of logs would soon fill the disk. */
const MIN_FREE_MIB = 100

async function checkDataFolder(folder: string): Promise<Finding> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    const free = Math.floor((bavail * bsize) / MIB)
    return free < MIN_FREE_MIB
      ? warning('data folder', `${folder} has ${free} MiB left`, 'free space on the disk of this folder')
      : ok('data folder', folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return failure(
      'data folder',
      `${folder} cannot be written (${code})`,
      'fix the permissions of the folder, or set SVC_DATA_DIR to another folder',
    )
  }
}

async function checkModes(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  const files = privateFiles(hubFolder, settings)
  const open = await openToOthers(files)
  if (open.length > 0)
    return open.map(({ path, mode }) =>
      warning(
        basename(path),
        `other users can read this file (mode ${mode})`,
        `chmod 600 ${path}; the next start also does this`,
      ),
    )
  const isMade = existsSync(files[0]!) // missing before the first start
  return isMade ? [ok('secrets', 'only the owner of the files can read the secrets and the database')] : []
}

export async function checkStore(
  hubFolder: string,
  environment: HubSettings['environment'],
): Promise<Finding[]> {
  const config = configOf(hubFolder, environment)
  if (!config) return [] // another check reports invalid settings
  const { store: location, dataFolder } = config
  const isMissing = location.kind === 'sqlite' && !existsSync(location.path)
  if (isMissing && !existsSync(join(dataFolder, 'secrets.json')))
    return [ok('store', 'will be created at the first start')]
  try {
    await using store = await openKnownStore(config)
    return [
      ok('store', `${store.kind} answers`),
      ...(await checkRuns(store, hubFolder, { environment })),
      ...(await checkSenders(store, hubFolder, { environment })),
      ...(await unlessWrong(() => checkSlugConflict(store, hubFolder, environment))),
    ]
  } catch (error) {
    if (error instanceof StoreUnusable || error instanceof StoreNotGranted || error instanceof StoreLost)
      return [failure('store', error.message)]
    const where = location.kind === 'sqlite' ? location.path : 'the database of SVC_DATABASE_URL'
    const message = error instanceof Error ? error.message : String(error)
    return [failure('store', `${where} cannot be opened: ${message}`)]
  }
}

function configOf(hubFolder: string, environment: HubSettings['environment']): SharedConfig | null {
  try {
    return readSharedConfig(environment, hubFolder)
  } catch {
    return null
  }
}
