import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * `sync -f` calls `syncfs(2)`: one call makes thousands of files durable.
 * @throws Error if the command is missing, or if the file system reports lost data.
 */
export async function syncFileSystem(folder: string): Promise<void> {
  await run('sync', ['-f', folder], { env: { PATH: process.env['PATH'], LC_ALL: 'C' } })
}
