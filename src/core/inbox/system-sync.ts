import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * `syncfs(2)` through the command `sync -f`: one call instead of a flush of each of thousands of files. @throws if
 * the command is missing, and when the file system reports lost data.
 */
export async function syncFileSystem(folder: string): Promise<void> {
  await run('sync', ['-f', folder], { env: { PATH: process.env['PATH'], LC_ALL: 'C' } })
}
