import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/** What passed since the proxy began. */
export interface Passed {
  /** Requests, statements or messages, as the reader of the protocol tells them apart. */
  asked: number
  /** Bytes of both directions. */
  bytes: number
}

export interface CountingProxy extends AsyncDisposable {
  port: number
  passed(): Passed
}

/** Counts what a client asks in the bytes that it sends. One a connection. */
export type CountAsked = () => (piece: Buffer) => number

/** A way to a server that counts what goes along it. */
export async function countingProxy(target: NetConnectOpts, countAsked: CountAsked): Promise<CountingProxy> {
  const passed: Passed = { asked: 0, bytes: 0 }
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    const count = countAsked()
    near.on('data', (piece) => {
      passed.bytes += piece.length
      passed.asked += count(piece)
    })
    far.on('data', (piece) => void (passed.bytes += piece.length))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    passed: () => ({ ...passed }),
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/**
 * Statements of Postgres's protocol, version 3: simple queries and executions, but not those that begin and end
 * transactions. Source: PostgreSQL 17, "Message Formats".
 */
export const postgresStatements: CountAsked = () => {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (piece) => {
    rest = Buffer.concat([rest, piece])
    let count = 0
    for (;;) {
      const header = isStarted ? 1 : 0 // the first message has no letter
      if (rest.length < header + 4) return count
      const length = rest.readInt32BE(header) + header
      if (rest.length < length) return count
      const kind = isStarted ? String.fromCharCode(rest[0]!) : ''
      const isTransaction =
        kind === 'Q' && /^(begin|start transaction|commit|rollback)\b/i.test(rest.toString('latin1', 5, 40))
      if ((kind === 'Q' || kind === 'E') && !isTransaction) count++
      isStarted = true
      rest = rest.subarray(length)
    }
  }
}

/** Messages that a client of NATS publishes. Source: NATS client protocol. */
export const natsPublished: CountAsked = () => (piece) =>
  piece.toString('latin1').match(/(?:^|\r\n)H?PUB /g)?.length ?? 0

/** Requests of HTTP/1.1. */
export const httpRequests: CountAsked = () => (piece) =>
  piece.toString('latin1').match(/^(?:GET|PUT|HEAD|DELETE|POST) \S+ HTTP\/1\.1\r\n/gm)?.length ?? 0
