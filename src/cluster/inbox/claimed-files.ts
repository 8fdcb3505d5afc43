import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isEventName } from '#core/inbox/event-name.ts'
import { ensureFolders, inboxesLayout } from '#core/inbox/layout.ts'
import { writeWhole } from '#core/inbox/write-whole.ts'

export interface ClaimedFiles {
  readonly folder: string
  make(
    names: readonly string[],
    from: {
      read(name: string): Promise<Buffer | null>
      listPending(): Promise<readonly string[]>
    },
  ): Promise<void>
  remove(names: readonly string[]): Promise<void>
}

export function claimedFiles(hubFolder: string, inbox: string): ClaimedFiles {
  const { root } = inboxesLayout(hubFolder)
  const all = join(root, 'claimed')
  const folder = join(all, inbox)
  const pathOf = (name: string): string => {
    if (!isEventName(name)) throw new TypeError(`“${name}” is not the name of an event file`)
    return join(folder, name)
  }
  const remove = async (names: readonly string[]) => {
    if (!existsSync(folder)) return
    for (const name of names) await rm(pathOf(name), { force: true })
  }
  return {
    folder,
    remove,
    async make(names, { read, listPending: waiting }) {
      ensureFolders(root, all, folder)
      const there = (await readdir(folder)).filter(isEventName)
      const wanted = new Set(await waiting())
      await remove(there.filter((name) => !wanted.has(name)))
      for (const name of names) {
        if (there.includes(name)) continue
        const content = await read(name)
        if (content) writeWhole(join(folder, `.${name}.${process.pid}`), pathOf(name), content)
      }
    },
  }
}
