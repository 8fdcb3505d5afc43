import { text as readText } from 'node:stream/consumers'
import type { FolderVersions } from '#core/versions/folder-versions.ts'
import type { HubVersions } from '#core/versions/hub-versions.ts'
import type { RestoreRefusal } from '#core/versions/restore.ts'
import { compareHubFiles, type VersionFile } from '#core/versions/version-files.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import type { Editor } from './files.ts'
import { hubFileKind, MAX_FILE_TEXT_LENGTH, type HubVersionDiff } from './schema.ts'

export interface FileVersionsDeps {
  versions: Pick<HubVersions, 'find' | 'filesOf' | 'open'>
  /** Null if the folder follows the published version. */
  folder: Pick<FolderVersions, 'plan' | 'restore'> | null
  mayEdit: boolean
}

export type FileVersions = ReturnType<typeof createFileVersions>

const MAX_TEXTS = 40

/** Compares versions of a Hub's files, and restores a version. */
export function createFileVersions({ versions, folder, mayEdit }: FileVersionsDeps) {
  const filesOf = async (number: number) => {
    const version = await versions.find(number)
    if (version === null) throw new ApiRefused('not_found', `There is no version ${number} of this Hub.`)
    const files = await versions.filesOf(number)
    if (files.length === 0)
      throw new ApiRefused('not_found', `The Hub no longer stores the files of version ${number}.`)
    return { version, files }
  }
  const textOf = async (file: VersionFile | undefined): Promise<string | null> => {
    if (file === undefined || hubFileKind(file.path) === null || file.size > MAX_FILE_TEXT_LENGTH) return null
    const opened = await versions.open(file)
    return opened && readText(opened.read())
  }

  return {
    async compare(from: number, to: number): Promise<HubVersionDiff> {
      const [before, after] = await Promise.all([filesOf(from), filesOf(to)])
      const old = new Map(before.files.map((file) => [file.path, file]))
      const next = new Map(after.files.map((file) => [file.path, file]))
      const changes = compareHubFiles(before.files, after.files)
      const items = changes.map(async ({ path, change }, index) => {
        const isShown = index < MAX_TEXTS && hubFileKind(path) !== null
        return {
          path,
          change,
          before: isShown ? await textOf(old.get(path)) : null,
          after: isShown ? await textOf(next.get(path)) : null,
        }
      })
      return { from, to, items: await Promise.all(items), digest: after.version.digest }
    },

    async restore(
      editor: Editor,
      { number, expected_digest: expected }: { number: number; expected_digest: string },
    ) {
      if (folder === null) throw new ApiRefused('editing_off', PUBLISHED)
      if (!mayEdit) throw new ApiRefused('editing_off', OFF)
      await filesOf(number)
      const planned = await folder.plan(number)
      if (!planned.ok) throw refusalOf(planned.refusal)
      if (!editor.isOrganizationAdmin && !planned.value.changes.every(({ path }) => isOfManagers(path)))
        throw new ApiRefused('editing_off', ORGANIZATION)
      const by = { actor: editor.email, request: editor.requestId }
      const done = await folder.restore(number, expected, by)
      if (!done.ok) throw refusalOf(done.refusal)
      return { number: done.value.number, changed_files: done.value.changes.length }
    },
  }
}

/** Tasks and workflows act as other accounts, and tools are code. */
const MANAGED_KINDS: ReadonlySet<string | null> = new Set(['agent', 'sub_agent', 'skill', 'prompt'])
const isOfManagers = (path: string): boolean => MANAGED_KINDS.has(hubFileKind(path))

function refusalOf(refusal: RestoreRefusal): ApiRefused {
  switch (refusal.reason) {
    case 'changed':
      return new ApiRefused('file_conflict', CONFLICT)
    case 'files_dropped':
      return new ApiRefused('not_found', 'The Hub no longer stores the files of this version.')
    case 'link':
      return new ApiRefused('file_conflict', `${refusal.path} is a link, so nothing was changed.`)
    case 'read_only':
      return new ApiRefused(
        'file_conflict',
        `The service may not write ${refusal.path}, so nothing was changed.`,
      )
    case 'bytes_missing':
      return new ApiRefused('not_found', `The stored content of ${refusal.path} is missing.`)
  }
}

const OFF = 'Files can’t be restored in the Console, unless the operator sets SVC_EDIT_HUBS=true.'
const PUBLISHED = 'This Hub uses published versions. Switch with hub versions use on the Hub’s machine.'
const ORGANIZATION =
  'This version changes tasks, workflows or code, so only organization administrators restore it.'
const CONFLICT = 'The files changed meanwhile, so nothing was restored. Compare the versions again.'
