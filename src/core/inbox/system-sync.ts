import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Make everything that was written to a folder's file system durable (`syncfs(2)`, through the system's `sync -f`).
 * One call in place of one for each of thousands of files.
 *
 * @throws where there is no such command, and when the file system reports that it lost something.
 */
export async function syncFileSystem(folder: string): Promise<void> {
  await run('sync', ['-f', folder], { env: { PATH: process.env['PATH'], LC_ALL: 'C' } })
}
