import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** Debian's packages of the programs that benchmarks call. */
const PACKAGES = { cc: 'gcc libc6-dev', nginx: 'nginx-light', taskset: 'util-linux', wrk: 'wrk' }

/**
 * Path of a program. As root on Debian one that is missing is installed.
 *
 * @throws When it is not there; the message says what to install.
 */
export function program(name: keyof typeof PACKAGES): string {
  const found = find(name)
  if (found) return found
  const command = `apt-get install -y --no-install-recommends ${PACKAGES[name]}`
  if (process.getuid?.() !== 0 || !find('apt-get'))
    throw new Error(`${name} is not installed: run ${command}, or what does the same on this system`)
  console.log(`${name} is not installed: ${command}`)
  // In run level 1 packages do not start the services they bring.
  const options = { stdio: 'inherit', env: { ...process.env, RUNLEVEL: '1' } } as const
  execFileSync('apt-get', ['update', '-qq'], options)
  execFileSync('apt-get', command.split(' ').slice(1), options)
  return find(name)!
}

/** Servers lie in `/usr/sbin`, which is not in everybody's PATH. */
function find(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
