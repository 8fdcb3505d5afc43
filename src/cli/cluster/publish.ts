import { readHubFiles } from '#cluster/published/hub-files.ts'
import { compareHubFiles } from '#core/versions/version-files.ts'
import { checkFolder } from '../checks/folder.ts'
import { CommandFailure } from '../failure.ts'
import { print, printJson } from '../print.ts'
import type { readCommandSettings } from '../settings.ts'
import { openVersions, printChanges, type VersionsOptions } from './open-versions.ts'

export async function publishHub(
  folderArgument: string | undefined,
  { note, dryRun, json, hub }: VersionsOptions & { note?: string; dryRun?: boolean },
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
