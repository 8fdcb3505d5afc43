import { compareHubFiles, readHubFiles, type FileChange } from '#cluster/published/hub-files.ts'
import type { HubVersion } from '#cluster/published/versions.ts'
import { systemClock } from '#ground/base/clock.ts'
import { silentLog } from '#ground/base/log.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { createWorkNotifier } from '#processes/work-notifier.ts'
import { excludedPathsOf, openPublished } from '#processes/published.ts'
import { checkFolder } from '../checks/folder.ts'
import { CommandFailure } from '../failure.ts'
import { hubFolderOf } from '../hub-folder.ts'
import { alignColumns, print, printJson } from '../print.ts'
import { readCommandSettings } from '../settings.ts'

interface Options {
  hub?: string
  json?: boolean
}

export async function publishHub(
  folderArgument: string | undefined,
  { note, dryRun, json, hub }: Options & { note?: string; dryRun?: boolean },
): Promise<void> {
  await using opened = await openVersions(folderArgument, hub)
  const { versions, hubFolder, settings } = opened
  const files = await checkedFiles(hubFolder, settings, opened.apart)
  const current = await versions.current()
  const changes = compareHubFiles(current === null ? [] : await versions.filesOf(current), files)
  if (dryRun) return printChanges(changes, current === null ? 'nothing' : `version ${current}`, json)
  const { number, isNew } = await versions.publish(hubFolder, files, note?.trim() || null)
  opened.notifySwitch()
  await versions.sweep(new AbortController().signal)
  if (json) return printJson({ version: number, new: isNew, files: files.length, changes })
  print(
    isNew
      ? `published version ${number}: ${changes.length} changes in ${files.length} files`
      : `nothing has changed since version ${number}, so no version was published`,
  )
}

export async function listVersions({ hub, json }: Options): Promise<void> {
  await using opened = await openVersions(hub)
  const all = await opened.versions.list()
  const current = await opened.versions.current()
  if (json) return all.forEach((version) => printJson(inJson(version, current)))
  if (all.length === 0) return print('no version is published yet; run hub publish')
  const rows = all.map(({ number, madeAt, madeBy, note }) => [
    String(number),
    number === current ? 'current' : '',
    new Date(madeAt).toISOString(),
    madeBy,
    note ?? '',
  ])
  print(alignColumns([['version', '', 'published', 'by', 'note'], ...rows], ''))
}

export async function showVersion(number: number, { hub, json }: Options): Promise<void> {
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
  { hub, json }: Options,
): Promise<void> {
  await using opened = await openVersions(hub)
  for (const number of [from, to]) await findVersion(opened, number)
  const changes = compareHubFiles(await opened.versions.filesOf(from), await opened.versions.filesOf(to))
  printChanges(changes, `version ${from}`, json)
}

export async function useVersion(number: number, { hub }: Options): Promise<void> {
  await using opened = await openVersions(hub)
  if (!(await opened.versions.use(number))) throw noVersion(number)
  opened.notifySwitch()
  print(`version ${number} is current`)
}

async function openVersions(folderArgument: string | undefined, hub?: string) {
  const hubFolder = hubFolderOf(folderArgument, hub)
  const settings = await readCommandSettings(hubFolder)
  const shared = readSharedConfig(settings.environment, hubFolder)
  await using parts = new AsyncDisposableStack()
  const store = parts.use(await openKnownStore(shared))
  const notifications = parts.use(createWorkNotifier(shared))
  const { versions } = parts.use(
    await openPublished(shared, { store, clock: systemClock, log: silentLog(), actor: 'system:cli' }),
  )
  const opened = parts.move()
  return {
    versions,
    hubFolder,
    settings,
    apart: excludedPathsOf(shared),
    notifySwitch: () => notifications.notify('version'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function checkedFiles(
  hubFolder: string,
  settings: Awaited<ReturnType<typeof readCommandSettings>>,
  excluded: readonly string[],
) {
  const broken = (await checkFolder(hubFolder, settings)).filter(({ status }) => status === 'fail')
  const files = await readHubFiles(hubFolder, excluded)
  const problems = [
    ...broken.map(({ subject, message }) => `${subject}: ${message}`),
    ...(files.ok ? [] : files.refusal),
  ]
  if (!files.ok || problems.length > 0)
    throw new CommandFailure(
      ['nothing was published, because files have problems:', ...problems].join('\n  '),
    )
  return files.value
}

async function findVersion(
  { versions }: Pick<Awaited<ReturnType<typeof openVersions>>, 'versions'>,
  number: number,
): Promise<HubVersion> {
  const version = await versions.find(number)
  if (version === null) throw noVersion(number)
  return version
}

const noVersion = (number: number) =>
  new CommandFailure(`there is no version ${number}; hub versions list shows all`)

function printChanges(changes: readonly FileChange[], since: string, json = false): void {
  if (json) changes.forEach((change) => printJson(change))
  else if (changes.length === 0) print(`nothing has changed since ${since}`)
  else print(alignColumns(changes.map(({ change, path }) => [change, path])))
}

const inJson = ({ number, digest, madeBy, madeAt, note }: HubVersion, current: number | null) => ({
  version: number,
  current: number === current,
  digest,
  made_by: madeBy,
  made_at: new Date(madeAt).toISOString(),
  note,
})
