import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** The path of bubblewrap, or null when it is not installed. */
export async function findBubblewrap(path = process.env.PATH ?? ''): Promise<string | null> {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const program = join(folder, 'bwrap')
    const isThere = await access(program, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return program
  }
  return null
}

/** Why bubblewrap can't make a sandbox on this machine; null when it can. */
export async function bubblewrapProblem(program: string): Promise<string | null> {
  const probe = [
    '--unshare-all',
    '--die-with-parent',
    '--ro-bind',
    '/',
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    'true',
  ]
  return new Promise((resolve) => {
    execFile(program, probe, { timeout: 10_000 }, (error, _out, complaint) =>
      resolve(error ? complaint.trim().split('\n', 1)[0] || error.message : null),
    )
  })
}
