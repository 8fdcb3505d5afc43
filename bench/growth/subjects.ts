import { join } from 'node:path'
import { systemClock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { openInbox } from '#core/inbox/open.ts'
import { createToolDecisions } from '#core/audit/tool-decisions.ts'
import { createUsageLedger } from '#core/usage/ledger.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import type { TestConsole } from '../../tests/support/console.ts'
import { seedPeople } from '../../tests/support/people.ts'
import { artifactPage, chatapp, chatPage, page } from './asking.ts'
import { insertMany } from './insert-many.ts'
import {
  answerAt,
  artifactOf,
  chatOf,
  delivery,
  endedRun,
  grantOf,
  HUB,
  personOf,
  toolDecision,
  userOf,
} from './rows.ts'

export type Costs = Readonly<Record<string, (attempt: number) => Promise<unknown>>>

export interface Subject {
  of: string
  sizes: readonly [few: number, tenTimes: number, hundredTimes: number]
  /** Slugs of the Hubs for a size; default: one Hub. */
  hubs?: (size: number) => readonly string[]
  fill(world: TestConsole, size: number): Promise<Costs>
}

const MANY = [1000, 10_000, 100_000] as const
const SOME = [100, 1000, 10_000] as const

export const SUBJECTS: readonly Subject[] = [
  {
    of: 'chats of a person',
    sizes: MANY,
    async fill(world, size) {
      await insertMany(world.store, 'chatapp_chats', size, (n) => chatOf(world.admin.id, n))
      return {
        'first page of the list': chatPage(world, '/chats/list?page=1'),
        'the pinned ones': chatPage(world, '/chats/pinned'),
      }
    },
  },
  {
    of: 'messages of a chat',
    sizes: SOME,
    async fill(world, size) {
      const id = await addChat(world, 'Long', size)
      return {
        'its newest messages': chatPage(world, `/chats/${id}/messages`),
        'its branches': chatPage(world, `/chats/${id}/branches`),
      }
    },
  },
  {
    of: 'messages that are searched',
    sizes: MANY,
    async fill(world, size) {
      for (let n = 0; n < size / 1000; n++) await addChat(world, `chat${n}`, 1000)
      return {
        'a word of one': chatPage(world, '/chats/search?text=chat0+number77&page=1'),
        'a word of all': chatPage(world, '/chats/search?text=evening&page=1'),
        'no such word': chatPage(world, '/chats/search?text=quince&page=1'),
      }
    },
  },
  {
    of: 'runs of a Hub',
    sizes: MANY,
    async fill(world, size) {
      await insertMany(world.store, 'runs', size, endedRun)
      return {
        'first page of the list': page(world, `/runs?hub=${HUB}`),
        'those that failed': page(world, `/runs?hub=${HUB}&status=failed`),
        'tasks with their last runs': page(world, `/workflows?hub=${HUB}`),
      }
    },
  },
  {
    of: 'events that wait',
    sizes: SOME,
    async fill(world, size) {
      const inbox = openInbox({
        hubFolder: join(world.folder, 'Garden'),
        endpoints: ['orders'],
        clock: systemClock,
        events: INBOX_EVENTS,
      })
      const senders = Array.from({ length: 50 }, (_, sender) => sender)
      await Promise.all(
        senders.map(async (sender) => {
          for (let n = sender; n < size; n += senders.length)
            await inbox.store('orders', delivery(`event-${n}`))
        }),
      )
      return {
        'the inbox': page(world, `/inbox?hub=${HUB}`),
        'first page of the events': page(world, `/inbox/events?hub=${HUB}`),
        'one more is stored': (attempt) => inbox.store('orders', delivery(`more-${attempt}`)),
      }
    },
  },
  {
    of: 'people with access to a Hub',
    sizes: MANY,
    async fill(world, size) {
      await insertMany(world.store, 'access_subjects', size, (n) => ({ subject: personOf(n) }))
      await insertMany(world.store, 'access_grants', size, grantOf)
      const grant = { hub: HUB, permission: 'use_hub' }
      return {
        'a decision': (n) => world.access.decide({ email: personOf(n * 7) }, HUB, 'use_hub'),
        'a grant': (n) =>
          world.access.grant({ actor: { system: 'cli' } }, { ...grant, subject: `new${n}@example.org` }),
        'who has access, first page': page(world, `/access?hub=${HUB}`),
        'why somebody has it': page(world, `/access/explain?subject=${personOf(5)}&hub=${HUB}`),
      }
    },
  },
  {
    of: 'people',
    sizes: [300, 3000, 30_000],
    async fill(world, size) {
      await seedPeople(world.store, { people: size, hubs: 10 })
      await insertMany(world.store, 'chatapp_users', size, userOf)
      await world.admin.post('/people/refresh')
      return {
        'first page of the list': page(world, '/people'),
        'part of a name': page(world, '/people?q=smi'),
        'the administrators': page(world, '/people?role=admin'),
      }
    },
  },
  {
    of: 'rows of the audit',
    sizes: MANY,
    async fill(world, size) {
      const decisions = createToolDecisions(world.store)
      for (let from = 0; from < size; from += 1000)
        await Promise.all(Array.from({ length: 1000 }, (_, n) => decisions.record(toolDecision(from + n))))
      return {
        'first page of the list': page(world, '/audit'),
        'what was refused': page(world, '/audit?outcome=denied'),
        'one tool of one person': page(world, `/audit?tool=tool3&user=${personOf(77)}`),
        'the Overview': page(world, '/overview'),
      }
    },
  },
  {
    of: 'answers counted in usage',
    sizes: MANY,
    async fill(world, size) {
      const now = Date.now()
      await using usage = createUsageLedger({ store: world.store, newId, prices: await openPrices(null) })
      for (let n = 0; n < size; n++) {
        usage.record(answerAt(now, n))
        if (n % 10_000 === 0) await usage.flush()
      }
      return {
        'usage of 30 days': page(world, '/summary?period=30d'),
        'the Overview': page(world, '/overview'),
      }
    },
  },
  {
    of: 'artifacts',
    sizes: MANY,
    async fill(world, size) {
      await insertMany(world.store, 'artifacts', size, (n) => artifactOf(world.admin, n))
      return {
        'first page of the list': artifactPage(world, ''),
        'a part of all names': artifactPage(world, '?q=plan'),
        'a part of few names': artifactPage(world, '?q=plan-77'),
        'a part of no name': artifactPage(world, '?q=quince'),
      }
    },
  },
  {
    of: 'Hubs',
    sizes: [1, 10, 100],
    hubs: (size) => Array.from({ length: size }, (_, n) => (n === 0 ? 'Garden' : `Hub ${n}`)),
    async fill(world) {
      return {
        'who I am': page(world, '/me'),
        'the Hubs': page(world, '/hubs'),
        'the Overview': page(world, '/overview'),
      }
    },
  },
]

const INBOX_EVENTS = {
  eventsRestored() {},
  inboxFailed: console.error,
  journalFailed: console.error,
  fileWriteFailed: console.error,
}

async function addChat(world: TestConsole, title: string, size: number): Promise<string> {
  const messages = Array.from({ length: size }, (_, n) => [
    `m${n}`,
    {
      role: n % 2 ? 'assistant' : 'user',
      content: `The beds in the north get water in the evening, says ${title} number${n}`,
      parentId: n ? `m${n - 1}` : null,
    },
  ])
  const history = { currentId: `m${size - 1}`, messages: Object.fromEntries(messages) }
  const { id } = await chatapp<{ id: string }>(world, '/chats/new', {
    chat: { title, models: [HUB], history },
  })
  return id
}
