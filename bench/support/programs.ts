import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

const PACKAGES = { cc: 'gcc libc6-dev', nginx: 'nginx-light', taskset: 'util-linux', wrk: 'wrk' }

export const INSTALL_OPTION = '--install'

/** Installs only with `--install`, as root on Debian. @throws Error with the command that installs the program */
export function program(
  name: keyof typeof PACKAGES,
  { installs = process.argv.includes(INSTALL_OPTION) }: { installs?: boolean } = {},
): string {
  const found = find(name)
  if (found) return found
  const command = `apt-get install -y --no-install-recommends ${PACKAGES[name]}`
  if (process.getuid?.() !== 0 || !find('apt-get'))
    throw new Error(
      `${name} is not installed. Install it with your system's packages; on Debian, as root: ${command}`,
    )
  if (!installs)
    throw new Error(`${name} is not installed. Run ${command}, or start this script with ${INSTALL_OPTION}`)
  console.log(`${name} is not installed: ${command}`)
  // In run level 1, packages do not start their services.
  const options = { stdio: 'inherit', env: { ...process.env, RUNLEVEL: '1' } } as const
  execFileSync('apt-get', ['update', '-qq'], options)
  execFileSync('apt-get', command.split(' ').slice(1), options)
  return find(name)!
}

/** Debian installs servers in `/usr/sbin`, which may not be in PATH. */
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
