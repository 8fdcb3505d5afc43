import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { RunName } from './run-file.ts'

const COMMANDS = ['restart', 'pause', 'resume'] as const

/** If `hub` is null, the order applies to the edge. */
export interface ControlOrder {
  command: (typeof COMMANDS)[number]
  /** Slug or folder of a Hub in a gateway. */
  hub: string | null
}

export type ControlAnswer = { ok: true; state: string } | { ok: false; message: string }

type Obey = (order: ControlOrder) => Promise<string>

export interface Control extends AsyncDisposable {
  readonly path: string
  obey(by: Obey): void
}

const MAX_SOCKET_PATH_BYTES = 107

/** The socket accepts orders from the same user on this machine: one line of JSON in each direction. */
export async function openControl(dataFolder: string, name: RunName): Promise<Control> {
  let obey: Obey = () => Promise.reject(new Error('the process is still starting; try again'))
  const usual = join(dataFolder, `${name}.sock`)
  const elsewhere =
    Buffer.byteLength(usual) > MAX_SOCKET_PATH_BYTES ? await mkdtemp(join(tmpdir(), 'hub-')) : null
  const path = elsewhere === null ? usual : join(elsewhere, `${name}.sock`)
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await rm(path, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => {})
    void lineOf(socket).then(async (line) => socket.end(`${JSON.stringify(await answerTo(line, obey))}\n`))
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  await chmod(path, 0o600)
  return {
    path,
    obey: (by) => void (obey = by),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      if (elsewhere !== null) await rm(elsewhere, { recursive: true, force: true })
    },
  }
}

async function answerTo(line: string | null, obey: Obey): Promise<ControlAnswer> {
  try {
    return { ok: true, state: await obey(orderIn(line)) }
  } catch (error) {
    return { ok: false, message: (error as Error).message }
  }
}

/** Uses no schema library, to keep the supervisor small. */
function orderIn(line: string | null): ControlOrder {
  const { command, hub = null } = (JSON.parse(line ?? '') ?? {}) as Partial<ControlOrder>
  if (!COMMANDS.some((one) => one === command) || (hub !== null && typeof hub !== 'string'))
    throw new Error('unknown command')
  return { command: command!, hub }
}

export async function sendOrder(path: string, order: ControlOrder): Promise<ControlAnswer> {
  const socket = connect(path)
  const failed = new Promise<never>((_, reject) => socket.once('error', reject))
  socket.write(`${JSON.stringify(order)}\n`)
  const line = await Promise.race([lineOf(socket), failed])
  if (line === null) throw new Error('the process ended before it answered')
  return JSON.parse(line) as ControlAnswer
}

const lineOf = (socket: Socket): Promise<string | null> =>
  new Promise((resolve) => {
    const lines = createInterface({ input: socket })
    // Ignores errors, because the readline interface also closes after each error of the socket.
    lines
      .once('line', resolve)
      .on('error', () => {})
      .once('close', () => resolve(null))
  })
