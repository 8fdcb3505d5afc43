import { RequestError, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '#ground/base/clock.ts'
import type { BusAddress } from '#ground/bus/address.ts'
import { checkSize, type BusReply, type Bus } from '#ground/bus/bus.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { maintainConnection, type ConnectionReports } from './connection.ts'
import type { Seal } from './signature.ts'

export interface NatsReports extends ConnectionReports {
  /** A message had no valid signature. Called once per connection. */
  onForged(subject: string): void
}

interface Wire {
  attach(connection: NatsConnection): { unsubscribe(): void }
  attached: { unsubscribe(): void } | null
}

/** Messages within the process need no server. While no server is reachable, messages to other processes are lost. */
export function openNatsBus({ address, seal, clock, reports }: NatsBusOptions): Bus {
  const local = createLocalBus({ clock })
  const wires = new Set<Wire>()
  const reachListeners = new Set<() => void>()
  const opened = messageOpener(seal, reports)
  const line = maintainConnection(
    { address, clock, reports },
    {
      onConnected(connection) {
        for (const wire of wires) wire.attached = wire.attach(connection)
      },
      onReach() {
        for (const then of reachListeners) then()
      },
    },
  )
  const wire = (attach: Wire['attach']): Disposable => {
    const connection = line.current()
    const added: Wire = { attach, attached: connection && attach(connection) }
    wires.add(added)
    return {
      [Symbol.dispose]() {
        wires.delete(added)
        if (line.current()) added.attached?.unsubscribe()
      },
    }
  }
  return {
    reachesOthers: () => line.current() !== null,
    isRefused: line.isRefused,

    onReachChange(then) {
      const own = () => then()
      reachListeners.add(own)
      return { [Symbol.dispose]: () => void reachListeners.delete(own) }
    },

    publish(subject, text) {
      local.publish(subject, text)
      line.current()?.publish(subject, seal.close(subject, text).sealed)
    },

    subscribe: subscribing(local, (subject) => wire(forwardToLocal(local, subject, opened))),

    async request(subject, text, withinMs) {
      const here = await local.request(subject, text, withinMs)
      const connection = line.current()
      if (here.kind !== 'no_responder' || connection === null) return here
      const { sealed, signature } = seal.close(subject, text)
      const reply = await requestAt(connection, subject, sealed, withinMs)
      if ('kind' in reply) return reply
      const answer = opened(connection, answerTo(signature), reply)
      return answer === null ? { kind: 'timeout' } : { kind: 'answered', text: answer.text }
    },

    answer(subject, reply) {
      const here = local.answer(subject, reply)
      const elsewhere = wire((connection) =>
        connection.subscribe(subject, {
          callback: (error, question) => {
            const request = error ? null : opened(connection, subject, question)
            if (request) void respond(question, seal, request, reply)
          },
        }),
      )
      return {
        [Symbol.dispose]() {
          here[Symbol.dispose]()
          elsewhere[Symbol.dispose]()
        },
      }
    },

    async [Symbol.asyncDispose]() {
      await line[Symbol.asyncDispose]()
      await local[Symbol.asyncDispose]()
    },
  }
}

interface NatsBusOptions {
  address: BusAddress
  seal: Seal
  clock: Clock
  reports: NatsReports
}

function subscribing(local: Bus, wired: (subject: string) => Disposable): Bus['subscribe'] {
  const subscriptions = new Map<string, { count: number; wire: Disposable }>()
  return (subject, onMessage) => {
    const entry = subscriptions.get(subject) ?? { count: 0, wire: wired(subject) }
    subscriptions.set(subject, entry)
    entry.count++
    const listening = local.subscribe(subject, onMessage)
    let isDisposed = false
    return {
      [Symbol.dispose]() {
        if (isDisposed) return
        isDisposed = true
        listening[Symbol.dispose]()
        if (--entry.count > 0) return
        subscriptions.delete(subject)
        entry.wire[Symbol.dispose]()
      },
    }
  }
}

function messageOpener(seal: Seal, { onForged }: NatsReports): OpenMessage {
  const reported = new WeakSet<NatsConnection>()
  return (connection, about, message) => {
    const opened = seal.open(about, message.string())
    if (opened === null && !reported.has(connection)) {
      reported.add(connection)
      onForged(message.subject)
    }
    return opened
  }
}

type OpenMessage = (connection: NatsConnection, about: string, message: Msg) => ReturnType<Seal['open']>

const forwardToLocal =
  (local: Bus, subject: string, opened: OpenMessage): Wire['attach'] =>
  (connection) =>
    connection.subscribe(subject, {
      callback: (error, message) => {
        const received = error ? null : opened(connection, subject, message)
        if (received) local.publish(subject, received.text)
      },
    })

/**
 * The signature of a reply covers this text instead of the subject. The text contains the request's signature, so
 * that the reply fits no other request.
 */
const answerTo = (question: string): string => `answer ${question}`

async function respond(
  question: Msg,
  seal: Seal,
  request: NonNullable<ReturnType<Seal['open']>>,
  reply: (text: string) => string | Promise<string>,
): Promise<void> {
  try {
    const text = await reply(request.text)
    checkSize(text)
    question.respond(seal.close(answerTo(request.signature), text).sealed)
  } catch {
    // Without a reply, the request times out at its sender.
  }
}

async function requestAt(
  connection: NatsConnection,
  subject: string,
  text: string,
  withinMs: number,
): Promise<Msg | Exclude<BusReply, { kind: 'answered' }>> {
  try {
    return await connection.request(subject, text, { timeout: withinMs })
  } catch (error) {
    const hasNoResponder = error instanceof RequestError && error.isNoResponders()
    return { kind: hasNoResponder ? 'no_responder' : 'timeout' }
  }
}
