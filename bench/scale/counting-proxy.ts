import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'
import { joinSockets } from '../../tests/support/joined-sockets.ts'

export interface RequestCounts {
  requests: number
  commits: number
}

/** Bytes count both directions. */
export interface Passed extends RequestCounts {
  bytes: number
}

export interface CountingProxy extends AsyncDisposable {
  port: number
  passed(): Passed
}

export type CountRequests = () => (piece: Buffer) => Partial<RequestCounts>

export async function countingProxy(
  target: NetConnectOpts,
  countRequests: CountRequests,
): Promise<CountingProxy> {
  const passed: Passed = { requests: 0, commits: 0, bytes: 0 }
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target)
    const count = countRequests()
    near.on('data', (piece) => {
      passed.bytes += piece.length
      const { requests = 0, commits = 0 } = count(piece)
      passed.requests += requests
      passed.commits += commits
    })
    far.on('data', (piece) => void (passed.bytes += piece.length))
    joinSockets(near, far, open)
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
 * Counts statements and commits in protocol version 3. `begin`, `commit` and `rollback` do not count as statements.
 * Source: PostgreSQL 17, "Message Formats".
 */
export const postgresStatements: CountRequests = () => {
  let rest = Buffer.alloc(0)
  let isStarted = false
  let isInside = false
  let hasWritten = false
  const count = (kind: string, text: string): Partial<RequestCounts> => {
    if (/^(begin|start transaction)\b/i.test(text)) isInside = true
    else if (/^(commit|rollback)\b/i.test(text)) {
      const isKept = hasWritten && /^c/i.test(text)
      isInside = hasWritten = false
      return { commits: isKept ? 1 : 0 }
    } else if (kind === 'E') return { requests: 1 }
    else {
      if (WRITES.test(text)) hasWritten = true
      const isKept = hasWritten && !isInside
      if (isKept) hasWritten = false
      return { requests: kind === 'Q' ? 1 : 0, commits: isKept ? 1 : 0 }
    }
    return {}
  }
  return (piece) => {
    rest = Buffer.concat([rest, piece])
    const sum = { requests: 0, commits: 0 }
    for (;;) {
      const header = isStarted ? 1 : 0 // the first message has no type byte
      if (rest.length < header + 4) return sum
      const length = rest.readInt32BE(header) + header
      if (rest.length < length) return sum
      const kind = isStarted ? String.fromCharCode(rest[0]!) : ''
      if ('QPE'.includes(kind) && kind !== '') {
        const { requests = 0, commits = 0 } = count(
          kind,
          kind === 'E' ? '' : textOf(rest.subarray(5, length), kind),
        )
        sum.requests += requests
        sum.commits += commits
      }
      isStarted = true
      rest = rest.subarray(length)
    }
  }
}

const WRITES = /^\s*(insert|update|delete|with\b[^]*\b(insert|update|delete))\b/i

/** A statement's name precedes its text. */
const textOf = (body: Buffer, kind: string): string => {
  const from = kind === 'P' ? body.indexOf(0) + 1 : 0
  return body.toString('latin1', from, body.indexOf(0, from))
}

/** Counts published messages. Source: NATS client protocol. */
export const natsPublished: CountRequests = () => (piece) => ({
  requests: piece.toString('latin1').match(/(?:^|\r\n)H?PUB /g)?.length ?? 0,
})

export const httpRequests: CountRequests = () => (piece) => ({
  requests: piece.toString('latin1').match(/^(?:GET|PUT|HEAD|DELETE|POST) \S+ HTTP\/1\.1\r\n/gm)?.length ?? 0,
})
