import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { decodeEnvFile, parseEnvText } from '#ground/hub/env-text.ts'
import { slugOf } from '#ground/hub/slug.ts'
import { commandName } from './command-name.ts'
import { CommandFailure } from './failure.ts'
import { workAsOwnerOf } from './owner.ts'

/**
 * As root, the command continues as the owner of the folder.
 * @param folderArgument A path, or the slug of a Hub in the current folder.
 * @param hub The same Hub, or a folder of Hubs in which `folderArgument` names a Hub.
 * @throws CommandFailure if both name different Hubs.
 */
export function hubFolderOf(folderArgument: string | undefined, hub?: string): string {
  const folder =
    folderArgument !== undefined && hub !== undefined && folderArgument !== hub
      ? hubWithin(hub, folderArgument)
      : findHub(folderArgument ?? hub ?? '.')
  workAsOwnerOf(folder)
  return folder
}

function hubWithin(folder: string, named: string): string {
  const isNamed = (path: string) =>
    slugOf(basename(path)) === named || basename(path) === named || resolve(named) === path
  if (isHub(folder) && isNamed(resolve(folder))) return resolve(folder)
  const found = isHub(folder) ? [] : hubsIn(folder).filter((name) => isNamed(resolve(folder, name)))
  if (found.length === 1) return resolve(folder, found[0]!)
  const hubs = isHub(folder) ? [] : hubsIn(folder)
  throw new CommandFailure(
    hubs.length > 0
      ? `${folder} has no Hub ${named}; Hubs there: ${hubs.map(slugOf).join(', ')}`
      : `the command names two Hubs, ${named} and ${folder}; name only one Hub`,
    2,
  )
}

function findHub(named: string): string {
  const folder = resolve(named)
  if (isHub(folder)) return folder
  const hubs = hubsIn('.')
  const bySlug = hubs.filter((name) => slugOf(name) === named)
  if (bySlug.length === 1) return resolve(bySlug[0]!)
  if (bySlug.length === 0 && slugOf(basename(resolve('.'))) === named && isHub('.')) return resolve('.')
  throw new CommandFailure(
    bySlug.length > 1
      ? `${named} is the slug of ${bySlug.join(' and ')}; name the folder`
      : notAHub(named, hubs),
  )
}

export const isHub = (folder: string): boolean =>
  statSync(join(folder, 'agent.md'), { throwIfNoEntry: false }) !== undefined || comesFromStore(folder)

/** On a new machine, the folder may only have a `.env` that names the database as the Hub's source. */
function comesFromStore(folder: string): boolean {
  try {
    return (
      parseEnvText(decodeEnvFile(readFileSync(join(folder, '.env')))).values['SVC_HUB_SOURCE'] === 'store'
    )
  } catch {
    return false // the file is missing or not readable
  }
}

function hubsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.') && isHub(join(folder, name)))
  } catch {
    return []
  }
}

function notAHub(named: string, hubs: readonly string[]): string {
  const subject = named === '.' ? 'this folder is not a Hub' : `${named} is not a Hub`
  // A path can't be a slug, so no Hubs are suggested.
  const found =
    hubs.length > 0 && !/[/\\]/.test(named) ? `Hubs in this folder: ${hubs.map(slugOf).join(', ')}. ` : ''
  return `${subject}: it has no agent.md. ${found}Create a Hub with: ${commandName()} init ${named === '.' ? 'my-hub' : named}`
}
