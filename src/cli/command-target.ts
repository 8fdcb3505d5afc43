import { resolve } from 'node:path'
import { hubFolderOf, isHub } from './hub-folder.ts'
import { workAsOwnerOf } from './owner.ts'
import { readGatewaySettings, readCommandSettings, type HubSettings } from './settings.ts'

export interface CommandTarget {
  folder: string
  settings: HubSettings
  isGateway: boolean
}

export async function findCommandTarget(
  folderArgument: string | undefined,
  hub?: string,
): Promise<CommandTarget> {
  const folder = resolve(folderArgument ?? hub ?? '.')
  const isInOther = folderArgument !== undefined && hub !== undefined && folderArgument !== hub
  if (!isInOther && !isHub(folder)) {
    const settings = await readGatewaySettings(folder).catch(() => null)
    if (settings?.record) {
      workAsOwnerOf(folder)
      return { folder, settings, isGateway: true }
    }
  }
  const hubFolder = hubFolderOf(folderArgument, hub)
  return { folder: hubFolder, settings: await readCommandSettings(hubFolder), isGateway: false }
}
