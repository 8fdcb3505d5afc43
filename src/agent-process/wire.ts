import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { createLineReader } from '#core/agent/mcp-servers/stdio/lines.ts'
import { unmarkedJson } from '#ground/base/json/marks.ts'
import { mayLoseDigits, parseJson } from '#ground/base/json/parse.ts'
import { exactRpcMessage } from '#ground/base/json/rpc-message.ts'
import type { ProcessGroup } from '#core/agent/mcp-servers/stdio/process-group.ts'

export interface WireDeps {
  /** A line of its standard error, or one of its standard output that is no message. */
  onSaid(line: string): void
  /** It sent a message longer than we hold. */
  onTooLong(): void
}

/** Messages of a program, a line each, on its standard input and output. */
export interface AgentWire extends Stream {
  /** While held, nothing more is read: the program waits. */
  hold(isHeld: boolean): void
  /** Messages received so far. */
  heard(): number
}

/** Longest message, in bytes: tool results with pictures travel in one. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024
const MAX_SAID_BYTES = 2000

export function createWire({ child, gone }: ProcessGroup, { onSaid, onTooLong }: WireDeps): AgentWire {
  const { stdin, stdout, stderr } = child
  let isOpen = true
  let heard = 0
  const readable = new ReadableStream<AnyMessage>({
    start(controller) {
      const onLine = (line: string) => {
        const message = messageOf(line)
        if (message) heard++
        if (message && isOpen) controller.enqueue(message)
        else if (!message) onSaid(line.slice(0, MAX_SAID_BYTES))
      }
      stdout.on('data', createLineReader({ maxBytes: MAX_MESSAGE_BYTES, onLine, onLongLine: onTooLong }))
      stdout.on('error', () => {}) // it has ended, which is handled next
      void gone.then(() => {
        if (isOpen) controller.close()
        isOpen = false
      })
    },
    cancel() {
      isOpen = false
    },
  })
  const said = createLineReader({ maxBytes: MAX_SAID_BYTES, onLine: onSaid, onLongLine: onSaid })
  stderr.on('data', said)
  stderr.on('error', () => {})
  const writable = new WritableStream<AnyMessage>({
    write: (message) =>
      new Promise((resolve, reject) => {
        stdin.write(`${unmarkedJson(JSON.stringify(message))}\n`, (error) =>
          error ? reject(error) : resolve(),
        )
      }),
  })
  return {
    readable,
    writable,
    hold: (isHeld) => void (isHeld ? stdout.pause() : stdout.resume()),
    heard: () => heard,
  }
}

/** Numbers beyond JavaScript's precision are kept everywhere; the rest need not look as received. */
const NO_MORE: ReadonlySet<string> = new Set()

/** Null for a line that is no message: programs print greetings and warnings where they shouldn't. */
const messageOf = (line: string): AnyMessage | null => {
  try {
    const value = mayLoseDigits(line) ? exactRpcMessage(parseJson(line), NO_MORE) : parseJson(line)
    const isMessage =
      typeof value === 'object' && value !== null && (value as { jsonrpc?: unknown }).jsonrpc === '2.0'
    return isMessage ? (value as AnyMessage) : null
  } catch {
    return null
  }
}
