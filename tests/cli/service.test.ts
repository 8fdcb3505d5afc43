// On folders only: the page sets up a single Hub.
// Runs the steps of `docs/operations.md` that set up a service: root sets up the service, and another user runs it.
// Differences: all folders are in a temporary folder, `sudo` changes the user by number, and the test starts the
// service like systemd.
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { freePorts } from '../support/free-ports.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
const USER = 64_021
const execute = promisify(execFile)

const skip =
  process.platform !== 'linux' || process.getuid!() !== 0
    ? 'only root on Linux can become another user'
    : false

test(
  'the documented service is set up by root, run by another user, upgraded, backed up and restored [cli.service]',
  { skip, timeout: 180_000 },
  async (t) => {
    const machine = await newMachine(t)
    const hub = join(machine.folder, 'srv/hubs/garden')
    const modeOf = (path: string) => (statSync(join(hub, path)).mode & 0o777).toString(8)

    await machine.follow('Install')
    await machine.suitMachine(hub)
    assert.equal(statSync(join(hub, 'agent.md')).uid, USER)

    const opened = await machine.follow('As a systemd service')
    assert.match(opened, /^https:\/\/garden\.example\.com\/$/m)
    await machine.answers()
    assert.deepEqual([modeOf('.svc/secrets.json'), modeOf('.svc/hub.db')], ['600', '600'])
    assert.equal(statSync(join(hub, '.svc/hub.db')).uid, USER)

    const command = `node ${machine.folder}/opt/hub-service/bin/hub.mjs`
    assert.match(await machine.run(`${command} runs list --hub ${hub}`), /no runs/)
    const ann = `--email ann@example.com --hub ${hub}`
    await machine.run(`echo a-long-password-1 | ${command} admin create ${ann} --name Ann --password-stdin`)

    await machine.follow('Upgrade')
    await machine.answers()

    const [backup, restore] = blocksIn('State, and what to back up')
    await machine.obey(backup!)
    const archive = join(machine.folder, 'var/backups/garden.tar.gz')
    assert.equal(statSync(archive).mode & 0o777, 0o600)
    await machine.startsBeside(archive)
    const secrets = readFileSync(join(hub, '.svc/secrets.json'), 'utf8')
    chmodSync(join(hub, '.svc/hub.db'), 0o600)
    await machine.obey(restore!)
    await machine.answers()
    assert.equal(readFileSync(join(hub, '.svc/secrets.json'), 'utf8'), secrets)
    for (const path of ['.svc/secrets.json', '.svc/hub.db', '.env']) {
      assert.equal(statSync(join(hub, path)).uid, USER, path)
      assert.equal(modeOf(path), '600', path)
    }
    assert.equal(existsSync(join(hub, '.svc/copy.db')), false)
    assert.match(await machine.run(`${command} keys create ${ann}`), /^sk-/m)
  },
)

function blocksIn(heading: string): string[] {
  const [, section] = PAGE.split(`\n## ${heading}\n`)
  assert.ok(section, `docs/operations.md has no section ${heading}`)
  return [...section.split('\n## ')[0]!.matchAll(/```sh\n([^]*?)```/g)].map(([, block]) => block!)
}

function unitOn(place: (text: string) => string): {
  of(key: string): string
  environment: Record<string, string>
} {
  const [, unit = ''] = /```ini\n(\[Unit\][^]*?|# \/etc\/systemd[^]*?)```/.exec(PAGE) ?? []
  const lines = place(unit)
    .split('\n')
    .map((line) => /^(\w+)=(.*)$/.exec(line) ?? [])
  const of = (key: string) =>
    lines.find(([, name]) => name === key)?.[2] ?? assert.fail(`the unit has no ${key}`)
  const environment = lines
    .filter(([, name]) => name === 'Environment')
    .map(([, , pair]) => pair!.split('=', 2) as [string, string])
  return { of, environment: Object.fromEntries(environment) }
}

async function newMachine(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'hub-service-'))
  await chmod(folder, 0o755)
  let service: ChildProcess | null = null
  let ready: { edge: string; hubs: { bridge: string }[] } | null = null
  t.after(async () => {
    if (service?.exitCode === null) service.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  for (const path of ['path', 'usr/bin', 'opt', 'srv', 'var/backups', 'cache'])
    await mkdir(join(folder, path), { recursive: true })
  await chmod(join(folder, 'cache'), 0o1777)
  await link(process.execPath, join(folder, 'usr/bin/node')).catch(() =>
    cp(process.execPath, join(folder, 'usr/bin/node')),
  )
  await copyCheckout(join(folder, 'opt/hub-service'))
  for (const [name, script] of Object.entries(PROGRAMS)) {
    await writeFile(join(folder, 'path', name), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, 'path', name), 0o755)
  }
  const PATH = `${folder}/path:${folder}/usr/bin:${process.env['PATH']}`
  const NODE_COMPILE_CACHE = join(folder, 'cache') // otherwise each start compiles all sources
  const environment = { PATH, HOME: '/root', NO_COLOR: '1', NODE_COMPILE_CACHE }
  const place = (text: string) =>
    text
      .replaceAll(/(?<![\w.])\/(opt|srv|var\/backups|usr\/bin\/node)/g, `${folder}/$1`)
      .replaceAll('-o hub -g hub', `-o ${USER} -g ${USER}`)
  const run = async (command: string) =>
    (await execute('sh', ['-euc', command], { cwd: ROOT, env: environment })).stdout

  const systemctl = async (act: string) => {
    if (act === 'daemon-reload') return
    if (service !== null) {
      service.kill('SIGTERM') // KillMode=mixed signals only the first process
      assert.deepEqual(await once(service, 'exit'), [0, null])
      service = null
    }
    if (act === 'stop') return
    const unit = unitOn(place)
    assert.equal(unit.of('User'), 'hub')
    assert.equal(unit.of('KillMode'), 'mixed')
    const command = unit.of('ExecStart').split(' ')
    const privileges = unit.of('NoNewPrivileges') === 'true' ? ['--no-new-privs'] : []
    service = spawn('setpriv', [...asUser, ...privileges, ...command, '--json'], {
      cwd: unit.of('WorkingDirectory'),
      env: { PATH, NODE_COMPILE_CACHE, ...unit.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    service.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text))
    const ended = once(service, 'exit').then(() => assert.fail(`the service ended:\n${output}`))
    ended.catch(() => {}) // rejects later, when the test stops the service
    const [line] = await Promise.race([once(createInterface({ input: service.stdout! }), 'line'), ended])
    ready = JSON.parse(line as string)
  }

  const obey = async (block: string) => {
    let printed = ''
    for (const command of place(block).replaceAll('\\\n', ' ').trim().split('\n')) {
      const [, act] = /^sudo systemctl (\S+)/.exec(command) ?? []
      if (command.startsWith('sudo cp -R . ')) continue
      if (act) await systemctl(act)
      else printed += await run(command)
    }
    return printed
  }
  return {
    folder,
    run,
    obey,
    async follow(heading: string) {
      let printed = ''
      for (const block of blocksIn(heading)) printed += await obey(block)
      return printed
    },
    /** Free ports, because other programs may use the default ports. A single process starts three times faster. */
    async suitMachine(hub: string) {
      const [edge, chatapp, bridge] = await freePorts(3)
      const settings = `PORT=${edge}\nSVC_CHATAPP_PORT=${chatapp}\nBRIDGE_PORT=${bridge}\nSVC_PROCESSES=single\n`
      await writeFile(join(hub, '.env'), settings, { flag: 'a' })
    },
    async startsBeside(archive: string) {
      const beside = join(folder, 'srv/beside')
      await mkdir(beside)
      await run(`tar -C ${beside} -xpzf ${archive}`)
      assert.equal(statSync(join(beside, 'garden/.svc/hub.db')).mode & 0o777, 0o600)
      const [PORT, SVC_CHATAPP_PORT, BRIDGE_PORT] = (await freePorts(3)).map(String)
      const words = [`${folder}/opt/hub-service/bin/hub.mjs`, 'run', join(beside, 'garden'), '--json']
      const copy = spawn('setpriv', [...asUser, 'node', ...words], {
        env: { PATH, NODE_COMPILE_CACHE, PORT, SVC_CHATAPP_PORT, BRIDGE_PORT },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(copy, 'exit')
      const [line] = await Promise.race([once(createInterface({ input: copy.stdout }), 'line'), ended])
      assert.equal(JSON.parse(String(line)).event, 'ready')
      await this.answers()
      copy.kill('SIGTERM')
      assert.deepEqual(await ended, [0, null])
    },
    async answers() {
      assert.equal((await fetch(`${ready!.hubs[0]!.bridge}/healthz`)).status, 200)
    },
  }
}

const asUser = [
  `--reuid=${USER}`,
  `--regid=${USER}`,
  '--clear-groups',
  '--inh-caps=-all',
  '--bounding-set=-all',
]

const PROGRAMS = {
  sudo: `if [ "$1" = -u ]; then test "$2" = hub; shift 2; exec setpriv ${asUser.join(' ')} "$@"; fi\nexec "$@"`,
  useradd: 'exit 0',
  git: 'test "$3" = pull; rm "$2/node_modules/.hub-service"',
}

async function copyCheckout(target: string): Promise<void> {
  await mkdir(target)
  for (const name of ['bin', 'src', 'templates', 'web', 'package.json', 'package-lock.json'])
    await execute('cp', ['-a', join(ROOT, name), target]) // keeps file times, so that the pages are not built again
  const modules = join(ROOT, 'node_modules')
  await execute('cp', ['-al', modules, target]).catch(() => execute('cp', ['-a', modules, target]))
  await rm(join(target, 'node_modules/.hub-service'))
  await rm(join(target, 'node_modules/.cache'), { recursive: true, force: true })
}
