import { createReadStream, statSync, type ReadStream } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fieldsOf, firstText, readSeconds } from '#chatapp/chats/imported/plain.ts'
import type { ContentParts } from './contents.ts'
import { importedId, keyOf } from './ids.ts'
import { jsonOf } from './json.ts'
import type { People } from './people.ts'
import type { Row } from './source.ts'

/**
 * The bytes are stored before the row, so an interrupted import leaves no file without content.
 * @returns File ids of this server, by `<account id of this server> <file id of the source>`.
 */
export async function importFiles(parts: ContentParts, { ids }: People): Promise<Map<string, string>> {
  const { source, report, isDryRun } = parts
  const here = new Map<string, string>()
  for (const row of source.rows('file')) {
    const owner = ids.get(String(row.user_id))
    const name = firstText(row.filename, fieldsOf(jsonOf(row.meta)).name) || 'file'
    const path = contentOf(row, parts.uploads)
    const leave = (reason: string) => {
      report.count('files', 'left')
      report.leave('files', reason, name)
    }
    if (owner === undefined) {
      leave('the account is missing')
      continue
    }
    const { id, isKnown } = await findFileTarget(parts, owner, String(row.id))
    here.set(keyOf(owner, row.id), id)
    if (isKnown) report.count('files', 'known')
    else if (path === null) leave(`${parts.uploads} has no such file; name the folder with --files`)
    else {
      const refusal = isDryRun ? null : await saveFile(parts, row, { owner, id, path, name })
      if (refusal === null) report.count('files', 'added')
      else leave(refusal)
    }
  }
  return here
}

/** If another account has a file with the same id, this file gets a new id. */
async function findFileTarget(
  { store, files }: ContentParts,
  owner: string,
  sourceId: string,
): Promise<{ id: string; isKnown: boolean }> {
  const wanted = importedId('file', sourceId)
  const other = await store.db
    .selectFrom('chatapp_files')
    .select('user_id')
    .where('id', '=', wanted)
    .executeTakeFirst()
  const id = other && other.user_id !== owner ? importedId('file', `${owner} ${sourceId}`) : wanted
  return { id, isKnown: (await files.find(owner, id)) !== null }
}

async function saveFile(
  { files }: ContentParts,
  row: Row,
  { owner, id, path, name }: { owner: string; id: string; path: string; name: string },
): Promise<string | null> {
  const bytes = createReadStream(path)
  try {
    const stored = await files.save(owner, {
      id,
      bytes,
      filename: name,
      declaredType: firstText(fieldsOf(jsonOf(row.meta)).content_type) || undefined,
      isWhole: () => true,
      createdAt: readSeconds(row.created_at),
    })
    return stored.ok ? null : 'the account was deleted during the import'
  } catch (error) {
    if (isReadFailure(error, bytes)) return `cannot read the file: ${error.code}`
    throw error
  }
}

const isReadFailure = (error: unknown, bytes: ReadStream): error is NodeJS.ErrnoException => {
  const { syscall, path } = error as NodeJS.ErrnoException
  return error === bytes.errored && (syscall === 'read' || path === bytes.path)
}

/**
 * `path` is a path on the other server or an address in object storage. Its last part is the file's name in `folder`.
 */
function contentOf({ id, path, filename }: Row, folder: string): string | null {
  const names = [
    basename(firstText(path)),
    `${basename(String(id))}_${basename(firstText(filename))}`,
    `${basename(String(id))}${extname(firstText(filename))}`,
  ]
  const found = names.find((name) => name && name !== '.' && name !== '..' && isFile(join(folder, name)))
  return found === undefined ? null : join(folder, found)
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false // missing, or a name that the file system refuses
  }
}
