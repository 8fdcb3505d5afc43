import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RoleName } from '#processes/role.ts'

export class NotWritable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotWritable'
  }
}

/**
 * Checks the folders before any process starts, because system errors often name the wrong cause. @throws NotWritable
 */
export async function refuseUnwritable(
  hubFolder: string,
  dataFolder: string,
  roles: readonly RoleName[],
): Promise<void> {
  const refuse = async (folder: string, what: string, orElse = '') => {
    const found = await unwritable(folder)
    if (!found) return
    const { place, why } = found
    throw new NotWritable(
      `${place} cannot be written (${why}), but ${what} kept in ${folder}; make it writable${orElse}`,
    )
  }
  await refuse(dataFolder, 'the Hub’s data is', ', or set SVC_DATA_DIR to another folder')
  await refuseForeignFiles(dataFolder)
  if (roles.includes('bridge')) await refuse(join(hubFolder, '.chats'), 'chats are')
  if (roles.includes('inbound') || roles.includes('adapter'))
    await refuse(join(hubFolder, '.inbound'), 'events are')
}

/** A file that another user owns would cause later errors that do not name this cause. */
async function refuseForeignFiles(dataFolder: string): Promise<void> {
  const names = await readdir(dataFolder).catch(() => [])
  for (const path of [...names.map((name) => join(dataFolder, name)), join(dataFolder, 'logs', 'hub.log')]) {
    const owner = (await stat(path).catch(() => null))?.uid
    if (owner === undefined || (await unwritable(path)) === null) continue
    throw new NotWritable(
      `${path} belongs to user ${owner} and cannot be written; as root: chown -R ${process.getuid?.() ?? '<user>'} ${dataFolder}`,
    )
  }
}

async function unwritable(folder: string): Promise<{ place: string; why: string } | null> {
  try {
    await access(folder, constants.W_OK)
    return null
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(folder) !== folder) return unwritable(dirname(folder))
    const why = REASONS[code]
    return why === undefined ? null : { place: folder, why }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
}
