import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { reportStep } from './report.mjs'
import { run } from './run.mjs'
import { root } from './tree.mjs'

/** What the tests start beside our own processes, and how to see that it is there. */
const PROGRAMS = {
  chromium: () => isOnPath('chromium'),
  'chromium-headless-shell': () => isOnPath('chromium-headless-shell'),
  postgresql: () => hasPostgres('/usr/lib/postgresql') || isOnPath('initdb'),
  'nats-server': () => isOnPath('nats-server') || existsSync('/usr/sbin/nats-server'),
  bubblewrap: () => isOnPath('bwrap'),
  strace: () => isOnPath('strace'),
}

/** Install the programs that the tests need where that is possible, and say what is missing where it is not. */
export async function ensureTestPrograms() {
  const missing = Object.keys(PROGRAMS).filter((name) => !PROGRAMS[name]())
  if (missing.length === 0) return
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (!isOnPath('apt-get') || process.getuid?.() !== 0) {
    process.stderr.write(`hub: the tests need ${missing.join(', ')}; as root: ${command}\n`)
    return
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await reportStep(`installing ${missing.join(', ')} for the tests`, async () => {
    await run('apt-get', ['update', '-q'], { cwd: root, env, doing: 'apt-get update' })
    const [program, ...args] = command.split(' ')
    await run(program, args, { cwd: root, env, doing: command })
  })
}

const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

const hasPostgres = (folder) =>
  existsSync(folder) &&
  readdirSync(folder).some((version) => existsSync(join(folder, version, 'bin', 'initdb')))
