import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureFolders, inboxesLayout } from '#core/inbox/layout.ts'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { CaughtUp } from '../channel.ts'

const File = z.object({ until_ms: z.number() })

export function caughtUpOn(hubFolder: string, channel: ChannelName): CaughtUp {
  const { root, messages } = inboxesLayout(hubFolder)
  const path = join(messages, `.${channel}-history.json`)
  let noted: number | null = null
  return {
    async until() {
      try {
        return File.parse(JSON.parse(await readFile(path, 'utf8'))).until_ms
      } catch {
        return null
      }
    },
    async storeUntil(until) {
      if (until === noted) return
      ensureFolders(root, messages)
      await writeFileDurably(path, JSON.stringify({ until_ms: until }))
      noted = until
    },
  }
}
