// A thread that holds a Hub's inboxes: takes deliveries as messages, stores them, and answers.
import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '#ground/base/clock.ts'
import { openInbox, type InboxOptions } from './open.ts'
import type { Answer, FromThread, Order, ToThread } from './thread-message.ts'

const port = parentPort!
const post = (message: FromThread) => port.postMessage(message)

const inbox = openInbox({
  ...(workerData as Omit<InboxOptions, 'clock' | 'events'>),
  clock: systemClock,
  events: {
    eventsRestored: (facts) => post({ type: 'event', name: 'eventsRestored', facts }),
    inboxFailed: (facts) => post({ type: 'event', name: 'inboxFailed', facts }),
    journalFailed: (facts) => post({ type: 'event', name: 'journalFailed', facts }),
  },
})

port.on('message', (message: ToThread) => {
  if (message.type === 'close') void close()
  else for (const order of message.orders) void store(order)
})

async function store({ number, endpoint, delivery }: Order): Promise<void> {
  try {
    answer({ number, stored: await inbox.store(endpoint, delivery) })
  } catch (error) {
    answer({ number, error })
  }
}

let answers: Answer[] = []

/** One flush to the disk ends many at once: they go back together. */
function answer(one: Answer): void {
  if (answers.push(one) > 1) return
  setImmediate(() => {
    post({ type: 'answers', answers })
    answers = []
  })
}

async function close(): Promise<void> {
  await inbox[Symbol.asyncDispose]()
  setImmediate(() => port.close()) // after the answers
}
