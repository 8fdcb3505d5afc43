import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { createLineReader } from '#core/agent/mcp-servers/stdio/lines.ts'
import { unmarkedJson } from '#ground/base/json/marks.ts'
import { mayLoseDigits, parseJson } from '#ground/base/json/parse.ts'
import { exactRpcMessage } from '#ground/base/json/rpc-message.ts'
import type { ProcessGroup } from '#core/agent/mcp-servers/stdio/process-group.ts'

export interface WireDeps {
  /** Receives lines of standard error, and lines of standard output that are not messages. */
  onOutputLine(line: string): void
  onTooLong(): void
}

/** Messages over a program's standard input and output, one per line. */
export interface AgentWire extends Stream {
  setPaused(isPaused: boolean): void
  messageCount(): number
}

/** A high limit, because a tool result with pictures is a single message. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024
const MAX_OUTPUT_LINE_BYTES = 2000

export function createWire(
  { child, exited }: ProcessGroup,
  { onOutputLine, onTooLong }: WireDeps,
): AgentWire {
  const { stdin, stdout, stderr } = child
  let isOpen = true
  let received = 0
  const readable = new ReadableStream<AnyMessage>({
    start(controller) {
      const onLine = (line: string) => {
        const message = messageOf(line)
        if (message) received++
        if (message && isOpen) controller.enqueue(message)
        else if (!message) onOutputLine(line.slice(0, MAX_OUTPUT_LINE_BYTES))
      }
      stdout.on('data', createLineReader({ maxBytes: MAX_MESSAGE_BYTES, onLine, onLongLine: onTooLong }))
      stdout.on('error', () => {})
      void exited.then(() => {
        if (isOpen) controller.close()
        isOpen = false
      })
    },
    cancel() {
      isOpen = false
    },
  })
  const readStderr = createLineReader({
    maxBytes: MAX_OUTPUT_LINE_BYTES,
    onLine: onOutputLine,
    onLongLine: onOutputLine,
  })
  stderr.on('data', readStderr)
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
    setPaused: (isPaused) => void (isPaused ? stdout.pause() : stdout.resume()),
    messageCount: () => received,
  }
}

const NO_EXACT_PARAMETERS: ReadonlySet<string> = new Set()

/** Null if the line is not a message: some programs print greetings and warnings to standard output. */
const messageOf = (line: string): AnyMessage | null => {
  try {
    const value = mayLoseDigits(line)
      ? exactRpcMessage(parseJson(line), NO_EXACT_PARAMETERS)
      : parseJson(line)
    const isMessage =
      typeof value === 'object' && value !== null && (value as { jsonrpc?: unknown }).jsonrpc === '2.0'
    return isMessage ? (value as AnyMessage) : null
  } catch {
    return null
  }
}
