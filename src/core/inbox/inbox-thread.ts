import { parentPort, workerData } from 'node:worker_threads'
import { systemClock } from '#ground/base/clock.ts'
import { openInbox, type InboxOptions } from './open.ts'
import {
  unpackOrders,
  type InboxThreadReply,
  type Answers,
  type FromThread,
  type InboxThreadOrder,
  type ToThread,
} from './thread-message.ts'

const port = parentPort!
const post = (message: FromThread) => port.postMessage(message)

const inbox = openInbox({
  ...(workerData as Omit<InboxOptions, 'clock' | 'events'>),
  clock: systemClock,
  events: {
    eventsRestored: (facts) => post({ type: 'event', name: 'eventsRestored', facts }),
    inboxFailed: (facts) => post({ type: 'event', name: 'inboxFailed', facts }),
    journalFailed: (facts) => post({ type: 'event', name: 'journalFailed', facts }),
    fileWriteFailed: (facts) => post({ type: 'event', name: 'fileWriteFailed', facts }),
  },
})

port.on('message', (message: ToThread) => {
  if (message.type === 'close') void close()
  else for (const order of unpackOrders(message)) void store(order)
})

async function store({ number, endpoint, delivery }: InboxThreadOrder): Promise<void> {
  try {
    const stored = await inbox.store(endpoint, delivery)
    answer(() => answers.push({ number, stored }))
  } catch (error) {
    answer(() => failed.push({ number, error }))
  }
}

let answers: InboxThreadReply[] = []
let failed: Answers['failed'][number][] = []

/** One flush of the journal completes many deliveries, so their results are posted together. */
function answer(add: () => void): void {
  if (answers.length + failed.length === 0) setImmediate(postAnswers)
  add()
}

function postAnswers(): void {
  post({ type: 'answers', stored: JSON.stringify(answers), failed })
  answers = []
  failed = []
}

async function close(): Promise<void> {
  await inbox[Symbol.asyncDispose]()
  setImmediate(() => port.close()) // closes after the results are posted
}
