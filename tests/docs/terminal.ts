import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { HUB, WARM_START } from '../support/hub-command.ts'
import { freePorts } from '../support/free-ports.ts'
import { ROOT } from './blocks.ts'

export interface ShellMachine extends AsyncDisposable {
  readonly edge: string
  readonly bridge: string
  readonly home: string
  openTerminal(given?: { folder?: string; variables?: Record<string, string> }): Terminal
}

export interface Terminal extends AsyncDisposable {
  /**
   * A serving command, such as `hub run`, continues in the background, and stops when the next serving command
   * starts.
   * @returns Standard output.
   * @throws Error with the whole output when a command fails.
   */
  run(script: string): Promise<string>
}

export async function openMachine(): Promise<ShellMachine> {
  await using parts = new AsyncDisposableStack()
  const base = await mkdtemp(join(tmpdir(), 'hub-docs-'))
  parts.defer(() => rm(base, { recursive: true, force: true, maxRetries: 5 }))
  const [checkout, home, bin] = ['hub-service', 'home', 'bin'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ]
  await Promise.all([linkedCheckout(checkout), mkdir(home), mkdir(bin)])
  await symlink(join(ROOT, 'tests/clients/node_modules'), join(home, 'node_modules')) // simulates `npm install` of the clients
  const [PORT, SVC_CHATAPP_PORT, BRIDGE_PORT, SVC_INBOUND_PORT] = (await freePorts(4)).map(String) as [
    string,
    string,
    string,
    string,
  ]
  const serving = parts.use(await openServing())
  await writePrograms(bin, serving.url)
  const environment = {
    PATH: `${bin}:${process.env['PATH']}`,
    HOME: home,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    ...WARM_START,
    SVC_PROCESSES: 'single',
    PORT,
    SVC_CHATAPP_PORT,
    BRIDGE_PORT,
    SVC_INBOUND_PORT,
  }
  const closing = parts.move()
  return {
    edge: `http://127.0.0.1:${PORT}`,
    bridge: `http://127.0.0.1:${BRIDGE_PORT}`,
    home,
    openTerminal: ({ folder = checkout, variables } = {}) =>
      openShell(base, folder, { ...environment, ...variables }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

async function linkedCheckout(folder: string): Promise<void> {
  await mkdir(folder)
  const names = (await readdir(ROOT)).filter((name) => name !== '.git' && name !== 'demo-hub')
  await Promise.all(names.map((name) => symlink(join(ROOT, name), join(folder, name))))
}

async function writePrograms(bin: string, serving: string): Promise<void> {
  const serve = `exec "${process.execPath}" "${join(import.meta.dirname, 'support/serve.ts')}" "${serving}"`
  const ourHub = `"${process.execPath}" "${HUB}"`
  const programs = {
    hub: `case "$1" in run|gateway|inbound) ${serve} ${ourHub} "$@";; esac\nexec ${ourHub} "$@"`,
    node: `case "$1 $2" in *"hub.mjs run") ${serve} "${process.execPath}" "$@";; esac\nexec "${process.execPath}" "$@"`,
    npm: `case "$1" in start) ${serve} npm "$@";; esac\necho "the pages' npm only starts" >&2; exit 1`,
    npx: `echo "a page's step calls npx $1, which may need a newer Node than the Hub" >&2; exit 1`,
    curl: `PATH="\${PATH#*:}" exec curl --fail-with-body --silent --show-error "$@"`,
  }
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(bin, name), 0o755)
  }
}

interface Order {
  argv: [string, ...string[]]
  cwd: string
  env: Record<string, string>
}

async function openServing() {
  let stop = async () => {}
  const start = async ({
    argv: [program, ...args],
    cwd,
    env,
  }: Order): Promise<{ code: number; text: string }> => {
    await stop()
    const PATH = program === 'npm' ? env['PATH']!.replace(/^[^:]*:/, '') : env['PATH']
    const child = spawn(program, args, { cwd, env: { ...env, PATH }, detached: true })
    const closed = once(child, 'close').then(([code]) => Number(code) || 1)
    stop = async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT') // like Ctrl-C, signals the whole group
      await closed
    }
    let text = ''
    const ready = new Promise<number>((resolve) => {
      for (const output of [child.stdout, child.stderr])
        output.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
          if (/Ctrl-C stops the (?:Hub|receiver)|Ctrl-C stops all Hubs/.test(text)) resolve(0)
        })
      void closed.then(resolve)
    })
    return { code: await ready, text }
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { code, text } = await start((await json(request)) as Order)
    response.writeHead(code === 0 ? 200 : 500).end(text)
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      await stop()
      server.closeAllConnections()
      server.close()
    },
  }
}

const END = 'the-end-of-the-block'

function openShell(base: string, cwd: string, env: Record<string, string>): Terminal {
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd, env })
  const ended = once(shell, 'close')
  let output = ''
  let errors = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  shell.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  return {
    async run(script: string): Promise<string> {
      const file = join(base, `${randomUUID()}.sh`)
      await writeFile(file, `${script}\n`)
      output = errors = ''
      shell.stdin.write(`set -eo pipefail; . ${file} </dev/null; echo ${END}\n`)
      while (!output.endsWith(`${END}\n`)) {
        const more = await Promise.race([once(shell.stdout, 'data'), ended.then(() => null)])
        if (more === null) throw new Error(`a command failed:\n${script}\n\nIt said:\n${output}${errors}`)
      }
      return output.slice(0, -END.length - 1)
    },
    async [Symbol.asyncDispose]() {
      shell.stdin.end()
      await ended
    },
  }
}
