import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { reportStep } from './report.mjs'
import { run } from './run.mjs'
import { root } from './tree.mjs'

const PROGRAMS = {
  chromium: () => isInstalled('chromium'),
  'chromium-headless-shell': () => isInstalled('chromium-headless-shell'),
  postgresql: () => hasPostgres('/usr/lib/postgresql') || isInstalled('initdb'),
  pgbouncer: () => isInstalled('pgbouncer'),
  'nats-server': () => isInstalled('nats-server'),
  'nginx-light': () => isInstalled('nginx'),
  bubblewrap: () => isInstalled('bwrap'),
  strace: () => isInstalled('strace'),
}

export async function ensureTestPrograms() {
  const missing = Object.keys(PROGRAMS).filter((name) => !PROGRAMS[name]())
  if (missing.length === 0) return
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`
  if (!isInstalled('apt-get') || process.getuid?.() !== 0) {
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

/** Debian installs servers in /usr/sbin, which may not be in PATH. */
const isInstalled = (program) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) =>
    existsSync(join(folder, program)),
  )

const hasPostgres = (folder) =>
  existsSync(folder) &&
  readdirSync(folder).some((version) => existsSync(join(folder, version, 'bin', 'initdb')))
