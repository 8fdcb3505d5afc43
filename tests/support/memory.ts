import { basename, join } from 'node:path'
import { folderMemory } from '#core/agent/memory/folder-memory.ts'
import type { AgentMemory } from '#core/agent/memory/memory.ts'
import { storeMemory } from '#cluster/chats/memory.ts'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { slugOf } from '#ground/hub/slug.ts'
import type { Store } from '#ground/store/store.ts'
import { clusterRun } from './cluster-run.ts'

export const memoryOf = (hubFolder: string, store: Store, clock: Pick<Clock, 'now'>): AgentMemory =>
  clusterRun
    ? storeMemory({ hub: slugOf(basename(hubFolder)), store, clock, newId })
    : folderMemory({ folder: join(hubFolder, '.memory'), clock, newId })
