import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createCallerChats, type CallerChats } from '#core/chats/chats.ts'
import type { HistoryTurn } from '#core/chats/history.ts'
import { openDatabaseStorage } from '#cluster/chats/storage.ts'
import type { Clock } from '#ground/base/clock.ts'
import { openFolderBlobs } from '#ground/blobs/folder.ts'
import type { Store } from '#ground/store/store.ts'
import { chatsIn, LINKS } from '../support/agent-chats.ts'
import { testClock } from '../support/clock.ts'
import { folderWith } from '../support/folder.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

export const ann = { email: 'ann@example.com', surface: 'chatapp', groups: [] }
export const bob = { ...ann, email: 'bob@example.com' }

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const endedTurn = (id: string): HistoryTurn => ({
  id,
  at: '2026-11-20T12:00:00.000Z',
  email: ann.email,
  surface: 'chatapp',
  prompt: `asks ${id}`,
  answer: 'answers',
  tools: [],
  model: null,
  usage: null,
  outcome: 'stop',
})

export interface OpenedChats {
  chats: CallerChats
  folder: string
  reopen(): Promise<CallerChats>
}

async function inFolder(t: TestContext): Promise<OpenedChats> {
  const folder = join(await folderWith(t, {}), '.chats')
  const reopen = () => chatsIn(folder, testClock())
  return { chats: await reopen(), folder, reopen }
}

export function instancesOn(t: TestContext, store: Store, bytesIn: string) {
  const output: string[] = []
  const open = async (folder: string, clock: Clock = testClock()): Promise<CallerChats> => {
    await mkdir(bytesIn, { recursive: true })
    const place = await openDatabaseStorage({
      hub: 'garden',
      folder,
      store,
      clock,
      blobs: await openFolderBlobs({ folder: bytesIn, unfinishedBefore: 0 }),
      events: {
        chatsMovedIn: ({ count }) => void output.push(`moved ${count}`),
        chatNotMoved: () => void output.push('left'),
        chatBytesKept: ({ error }) => void output.push(String(error)),
        historyWaits: () => void output.push('waits'),
      },
    })
    t.after(() => place[Symbol.asyncDispose]())
    return createCallerChats({ storage: place, links: LINKS, clock })
  }
  return { open, said: output }
}

const inStore =
  (backend: (typeof BACKENDS)[number]) =>
  async (t: TestContext): Promise<OpenedChats> => {
    const store = await openTestStore(t, backend)
    const above = await folderWith(t, {})
    const folder = join(above, '.chats')
    const { open } = instancesOn(t, store, join(above, 'bytes'))
    const reopen = () => open(folder)
    return { chats: await reopen(), folder, reopen }
  }

export const ENGINES = [
  { name: 'a folder', open: inFolder, skip: false as const },
  ...BACKENDS.map((backend) => ({
    name: `a store on ${backend.kind}`,
    open: inStore(backend),
    skip: backend.skip,
  })),
]

export const filesBelow = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
