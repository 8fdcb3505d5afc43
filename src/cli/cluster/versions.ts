import { openFolderVersions } from '#core/versions/folder-versions.ts'
import type { RestoreRefusal } from '#core/versions/restore.ts'
import type { HubVersion } from '#core/versions/rows.ts'
import { compareHubFiles } from '#core/versions/version-files.ts'
import { systemClock } from '#ground/base/clock.ts'
import { CommandFailure } from '../failure.ts'
import { alignColumns, print, printJson } from '../print.ts'
import { openVersions, printChanges, type OpenedVersions, type VersionsOptions } from './open-versions.ts'

export async function listVersions({ hub, json }: VersionsOptions): Promise<void> {
  await using opened = await openVersions(hub)
  const all = await opened.versions.list()
  const current = await currentOf(opened, all)
  if (json) return all.forEach((version) => printJson(inJson(version, current)))
  if (all.length === 0) return print('no version is stored yet; start the Hub, or run hub publish')
  const rows = all.map(({ number, madeAt, madeBy, note, restores, origin, changedFiles, digest }) => [
    String(number),
    number === current ? 'current' : '',
    new Date(madeAt).toISOString(),
    madeBy,
    origin,
    changedFiles === null ? '' : String(changedFiles),
    digest.slice(0, 12),
    restores === null ? (note ?? '') : `restores version ${restores}`,
  ])
  print(alignColumns([['version', '', 'time', 'by', 'source', 'changed files', 'hash', 'note'], ...rows], ''))
}

export async function showVersion(number: number, { hub, json }: VersionsOptions): Promise<void> {
  await using opened = await openVersions(hub)
  await findVersion(opened, number)
  const files = await opened.versions.filesOf(number)
  if (json) return files.forEach((file) => printJson(file))
  print(
    alignColumns(
      files.map(({ path, size, executable, hash }) => [
        path,
        String(size),
        executable ? 'executable' : '',
        hash.slice(0, 12),
      ]),
      '',
    ),
  )
}

export async function diffVersions(
  [from, to]: readonly [number, number],
  { hub, json }: VersionsOptions,
): Promise<void> {
  await using opened = await openVersions(hub)
  for (const number of [from, to]) await findVersion(opened, number)
  const changes = compareHubFiles(await opened.versions.filesOf(from), await opened.versions.filesOf(to))
  printChanges(changes, `version ${from}`, json)
}

export async function useVersion(
  number: number,
  { hub, dryRun = false, json = false }: VersionsOptions & { dryRun?: boolean },
): Promise<void> {
  await using opened = await openVersions(hub)
  const version = await findVersion(opened, number)
  if (opened.isFolder) await restoreFolder(opened, version, { dryRun, json })
  else if (version.origin === 'folder')
    throw new CommandFailure(
      `version ${number} is of a folder, but this Hub uses published versions (SVC_HUB_SOURCE=store)`,
    )
  if (dryRun) {
    if (!opened.isFolder) await printSwitch(opened, number, json)
    return
  }
  if (version.origin !== 'published') return
  await opened.versions.use(number)
  opened.notifySwitch()
  if (!json) print(`version ${number} is current`)
}

async function printSwitch({ versions }: OpenedVersions, number: number, json: boolean): Promise<void> {
  const current = await versions.current()
  const before = current === null ? [] : await versions.filesOf(current)
  printChanges(compareHubFiles(before, await versions.filesOf(number)), 'the current version', json)
}

async function restoreFolder(
  { versions, hubFolder, apart }: OpenedVersions,
  { number }: HubVersion,
  { dryRun, json }: { dryRun: boolean; json: boolean },
): Promise<void> {
  await using folder = await openFolderVersions({
    hubFolder,
    excludedPaths: apart,
    versions,
    clock: systemClock,
    watch: false,
    onFailure: (error) => {
      throw error
    },
    onRestored: () => {},
  })
  const planned = await folder.plan(number)
  if (!planned.ok) throw new CommandFailure(refusalText(number, planned.refusal))
  if (dryRun) return printChanges(planned.value.changes, `version ${number}`, json)
  const done = await folder.restore(number, null, { actor: 'system:cli', request: null })
  if (!done.ok) throw new CommandFailure(refusalText(number, done.refusal))
  const { changes } = done.value
  if (json) return printJson({ version: done.value.number, restores: number, changes })
  print(
    changes.length === 0
      ? `the folder already has the files of version ${number}`
      : `restored version ${number} as version ${done.value.number}: ${changes.length} changed files`,
  )
}

function refusalText(number: number, refusal: RestoreRefusal): string {
  const begin = `the folder was not changed to version ${number}: `
  switch (refusal.reason) {
    case 'changed':
      return `${begin}its files changed meanwhile; run the command again`
    case 'files_dropped':
      return `${begin}the Hub no longer stores its files; hub versions list shows newer versions`
    case 'link':
      return `${begin}${refusal.path} is a link, or in a linked folder; edit the link’s target`
    case 'read_only':
      return `${begin}${refusal.path} is not writable; allow this user to write there`
    case 'bytes_missing':
      return `${begin}the stored content of ${refusal.path} is missing`
  }
}

/** The newest version of the folder, or the current published version. */
async function currentOf({ versions, isFolder }: OpenedVersions, all: readonly HubVersion[]) {
  const newest = isFolder ? all.find(({ origin }) => origin === 'folder') : undefined
  return newest?.number ?? versions.current()
}

async function findVersion(
  { versions }: Pick<OpenedVersions, 'versions'>,
  number: number,
): Promise<HubVersion> {
  const version = await versions.find(number)
  if (version === null) throw noVersion(number)
  return version
}

const noVersion = (number: number) =>
  new CommandFailure(`there is no version ${number}; hub versions list shows all`)

const inJson = (version: HubVersion, current: number | null) => ({
  version: version.number,
  current: version.number === current,
  digest: version.digest,
  made_by: version.madeBy,
  made_at: new Date(version.madeAt).toISOString(),
  note: version.note,
  origin: version.origin,
  restores: version.restores,
  changed_files: version.changedFiles,
})
