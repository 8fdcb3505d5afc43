import {
  deserializeMessage,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client'
import type { Clock } from '#ground/base/clock.ts'
import { readableMessage } from '../messages/read-message.ts'
import { MAX_MESSAGE_BYTES, TOO_LARGE } from '../limits.ts'
import { createLineReader } from './lines.ts'
import { startGroup, type ProcessGroup, type McpProgram } from './process-group.ts'
import type { Warden } from '#ground/base/programs/warden.ts'

export interface StdioTransportDeps {
  program: McpProgram
  warden: Warden
  clock: Clock
  onOutputLine(line: string): void
  onMessage(): void
}

export interface StdioTransport extends Transport {
  readonly pid: number | null
  /** Marks this transport as a program: the client library tests whether the property exists. */
  readonly stderr: null
  ending(): string | null
}

const MAX_OUTPUT_LINE_BYTES = 2000

export function createStdioTransport({
  program,
  warden,
  clock,
  onOutputLine,
  onMessage,
}: StdioTransportDeps): StdioTransport {
  let group: ProcessGroup | null = null
  let ending: string | null = null
  let isClosed = false

  const transport: StdioTransport = {
    stderr: null,
    get pid() {
      return group?.child.pid ?? null
    },
    ending: () => ending,
    async start() {
      group = await startGroup(program, warden, clock)
      const { child, exited } = group
      child.stdout.on(
        'data',
        createLineReader({ maxBytes: MAX_MESSAGE_BYTES, onLine: receive, onLongLine: tooLong }),
      )
      const readStderr = createLineReader({
        maxBytes: MAX_OUTPUT_LINE_BYTES,
        onLine: onOutputLine,
        onLongLine: onOutputLine,
      })
      child.stderr.on('data', readStderr)
      for (const stream of [child.stdout, child.stderr]) stream.on('error', () => {})
      void exited.then(({ code, signal }) => {
        ending = signal ? `was ended by ${signal}` : `ended with code ${code}`
        transport.onclose?.()
      })
      if (isClosed) await group.end()
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        if (!group || ending) return reject(new Error('The program has ended.'))
        group.child.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()))
      }),
    async close() {
      isClosed = true
      await group?.end()
    },
  }

  const receive = (line: string) => {
    let message: JSONRPCMessage
    try {
      message = deserializeMessage(readableMessage(line))
    } catch {
      onOutputLine(line.slice(0, MAX_OUTPUT_LINE_BYTES))
      return
    }
    onMessage()
    transport.onmessage?.(message)
  }
  const tooLong = (head: string, tail: string) => {
    const id = idOf(head, tail)
    if (id === null) return void transport.close() // closing rejects the call that waits for this response
    transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_603, message: `It ${TOO_LARGE}.` } })
  }
  return transport
}

/** Id of the answered request, from the start or end of a message that is too long to parse. */
const idOf = (head: string, tail: string): number | null => {
  const [, id] =
    /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d+)\s*,/.exec(head) ??
    /^\s*\{\s*"id"\s*:\s*(\d+)\s*,/.exec(head) ??
    /[\]}"]\s*,\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
      tail,
    ) ??
    []
  return id === undefined ? null : Number(id)
}
