import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import type { Clock } from '#ground/base/clock.ts'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { Store } from '#ground/store/store.ts'
import { NotAFile, openFolder, HubFileTooLarge } from './folder.ts'
import { hubFileKind, MAX_FILE_TEXT_LENGTH, type EditingOff, type HubFileText } from './schema.ts'

export interface FilesDeps {
  hub: string
  hubFolder: string
  keptFolder: string
  mayEdit: boolean
  check(path: string, text: string): readonly HubProblem[]
  problems(): readonly HubProblem[]
  store: Pick<Store, 'transaction'>
  accessChanges: Pick<AccessChanges, 'append'>
  clock: Pick<Clock, 'now'>
}

export interface Editor {
  email: string
  isOrganizationAdmin: boolean
  requestId: string
}

export type EditableFiles = ReturnType<typeof createEditableFiles>

export function createEditableFiles(deps: FilesDeps) {
  const folder = openFolder(deps.hubFolder)
  const oneByOne = createOneByOne()
  const keptPlace = (path: string) => join(deps.keptFolder, path.replaceAll('/', '__'))
  const read = async (path: string) => folder.read(path).catch(refuseFile(path))
  const problemsOf = (path: string, text: string) =>
    (hubFileKind(path) === 'tool'
      ? deps.problems().filter(({ file }) => file === path)
      : deps.check(path, text)
    ).map(({ line, column, message }) => ({ line, column, message }))

  const view = async (path: string, editor: Pick<Editor, 'isOrganizationAdmin'>): Promise<HubFileText> => {
    const text = await read(path)
    if (text === null) throw new ApiRefused('not_found', `There is no file ${path} in this Hub.`)
    return {
      path,
      kind: hubFileKind(path)!,
      size: Buffer.byteLength(text),
      text,
      hash: hashOf(text),
      problems: problemsOf(path, text),
      editing_off: editingOff(deps, path, editor),
      last_good: await readFile(keptPlace(path), 'utf8').catch(() => null),
    }
  }

  return {
    view,
    problemsOf,

    async list() {
      const items = await Promise.all(
        (await folder.list()).map(async (file) => {
          const text = await folder.read(file.path).catch(() => null)
          const problems = text === null ? [UNREAD] : problemsOf(file.path, text)
          return { ...file, problems }
        }),
      )
      return { items, total: items.length, may_edit: deps.mayEdit }
    },

    async save(editor: Editor, wanted: { path: string; text: string; expected_hash: string | null }) {
      const { path, text, expected_hash: expected } = wanted
      const off = editingOff(deps, path, editor)
      if (off !== null) throw new ApiRefused('editing_off', WHY_OFF[off])
      if (Buffer.byteLength(text) > MAX_FILE_TEXT_LENGTH)
        throw new ApiRefused('too_large', 'A file that is edited here has at most 128 KiB.')
      const wrong = problemsOf(path, text)
      if (wrong.length > 0)
        throw new ApiRefused(
          'invalid',
          `${path}: ${wrong.map(({ message }) => message).join(' · ')}`.slice(0, 1000),
        )
      return oneByOne(path, async () => {
        const before = await read(path)
        if ((before === null ? null : hashOf(before)) !== expected)
          throw new ApiRefused('file_conflict', CONFLICT)
        if (before !== null && before !== text && problemsOf(path, before).length === 0) {
          await mkdir(deps.keptFolder, { recursive: true, mode: 0o700 })
          await writeFileDurably(keptPlace(path), before)
        }
        await folder.write(path, text).catch(refuseFile(path))
        await record(deps, editor, { path, before: expected, after: hashOf(text) })
        return view(path, editor)
      })
    },
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Tasks and workflows act as accounts that they name, so only organization administrators edit them. Tools are code,
 * so people cannot edit them in the Console.
 */
function editingOff(
  { mayEdit }: Pick<FilesDeps, 'mayEdit'>,
  path: string,
  { isOrganizationAdmin }: Pick<Editor, 'isOrganizationAdmin'>,
): EditingOff {
  const kind = hubFileKind(path)
  if (!mayEdit) return 'variable'
  if (kind === 'tool') return 'tool'
  return (kind === 'task' || kind === 'workflow') && !isOrganizationAdmin ? 'organization' : null
}

const record = (
  { store, accessChanges, clock, hub }: FilesDeps,
  { email, requestId }: Editor,
  { path, before, after }: { path: string; before: string | null; after: string },
): Promise<void> =>
  store.transaction((tx) =>
    accessChanges.append(tx, [
      {
        at: clock.now(),
        actor: email,
        action: 'file.save',
        subject: null,
        hub,
        permission: null,
        before: before === null ? null : { file: path, hash: before },
        after: { file: path, hash: after },
        reason: null,
        request: requestId,
        revision: null,
      },
    ]),
  )

const refuseFile =
  (path: string) =>
  (error: unknown): never => {
    if (error instanceof HubFileTooLarge) throw new ApiRefused('too_large', `${path} ${error.message}.`)
    if (error instanceof NotAFile) throw new ApiRefused('not_found', `${path} ${error.message}.`)
    throw error
  }

const UNREAD = { line: null, column: null, message: 'can’t be shown: it is too large, or no text' }

const CONFLICT =
  'Another person changed this file meanwhile, so nothing was saved. Read their version before you save yours.'

const WHY_OFF: Record<Exclude<EditingOff, null>, string> = {
  variable: 'Files can’t be edited in the Console, unless the operator sets SVC_EDIT_HUBS=true.',
  organization:
    'Tasks and workflows act for other people, so only organization administrators edit them here.',
  tool: 'Tools run as code inside the service, so they are edited only on the Hub’s machine.',
}
