import type {
  CreateTerminalRequest,
  TerminalOutputResponse,
  WaitForTerminalExitResponse,
} from '@agentclientprotocol/sdk'
import type { ToolCallOutcome } from '#core/agent/turn/call.ts'
import type { TurnHost } from './connection.ts'
import { areaPath } from './files.ts'
import { resolveAgentPath, type AgentFolders } from './workspace.ts'

export interface TerminalsDeps {
  folders: AgentFolders
  run(command: string, signal: AbortSignal): Promise<ToolCallOutcome>
  newId(): string
}

interface Terminal {
  stop: AbortController
  exit: Promise<WaitForTerminalExitResponse>
  output: TerminalOutputResponse
}

const MAX_OPEN_TERMINALS = 16

/** Each command runs through `run_command`, which sandboxes, restricts and records it. */
export function createTerminals({ folders, run, newId }: TerminalsDeps): TurnHost['terminals'] & Disposable {
  const open = new Map<string, Terminal>()
  const find = (id: string): Terminal => {
    const terminal = open.get(id)
    if (!terminal) throw new Error(`There is no terminal ${id.slice(0, 100)}.`)
    return terminal
  }
  return {
    async create(request) {
      if (open.size >= MAX_OPEN_TERMINALS)
        throw new Error(`${MAX_OPEN_TERMINALS} terminals are open; release a terminal first.`)
      const terminalId = newId()
      const stop = new AbortController()
      const output: TerminalOutputResponse = { output: '', truncated: false }
      const exit = run(shellLine(request, folders), stop.signal).then((outcome) => {
        const { output: text, exitStatus } = commandEnd(outcome)
        const maxBytes = request.outputByteLimit ?? Infinity
        const isLong = Buffer.byteLength(text) > maxBytes
        Object.assign(output, {
          output: isLong ? endOf(text, maxBytes) : text,
          truncated: isLong,
          exitStatus,
        })
        return exitStatus
      })
      open.set(terminalId, { stop, exit, output })
      return { terminalId }
    },
    output: (id) => find(id).output,
    exited: (id) => find(id).exit,
    kill: (id) => find(id).stop.abort(),
    release(id) {
      find(id).stop.abort()
      open.delete(id)
    },
    [Symbol.dispose]() {
      for (const { stop } of open.values()) stop.abort()
      open.clear()
    },
  }
}

export function shellLine(
  { command, args = [], env = [], cwd }: CreateTerminalRequest,
  folders: AgentFolders,
): string {
  const words = args.length > 0 ? [command, ...args].map(quoted).join(' ') : command // without arguments, `command` is a complete shell command
  const variables = env.map(({ name, value }) => {
    if (!/^[a-z_]\w*$/i.test(name))
      throw new Error(`${name.slice(0, 100)} is not a valid name of a variable.`)
    return `export ${name}=${quoted(value)}; `
  })
  return `${cwd ? changeFolder(cwd, folders) : ''}${variables.join('')}${words}`
}

const changeFolder = (cwd: string, folders: AgentFolders): string => {
  if (resolveAgentPath(cwd, folders) === folders.hubFolder) return ''
  const [area, ...below] = (areaPath(cwd, folders) ?? '').split('/')
  if (area === 'chat') return `cd "$CHAT"/${quoted(below.join('/') || '.')} && `
  if (area === 'files') return `cd ${quoted(`./${['files', ...below].join('/')}`)} && `
  throw new Error(`${cwd.slice(0, 200)} is outside the Hub’s files and the files of this chat.`)
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/**
 * The output of `run_command` begins with a line for the exit status. Without this line, the command counts as killed.
 */
const commandEnd = ({ text, failed }: ToolCallOutcome) => {
  const [, code, signal] = (!failed && /^(?:Exit code (\d+)|Ended by (\w+))\.\n/.exec(text)) || []
  const isWhole = code === undefined && signal === undefined
  return {
    output: isWhole ? text : text.slice(text.indexOf('\n') + 1),
    exitStatus: {
      exitCode: code === undefined ? null : Number(code),
      signal: signal ?? (isWhole ? 'SIGKILL' : null),
    },
  }
}

const endOf = (text: string, bytes: number): string =>
  Buffer.from(text).subarray(-bytes).toString('utf8').replace(/^�+/, '')
