import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureFolders, inboxesLayout } from '../layout.ts'
import { writeWhole } from '../write-whole.ts'
import { EMPTY, joinNotices, MAX_ENDPOINTS, type AllNotices, type NoticesKeeper } from './notices.ts'
import { EndpointNotices } from './schema.ts'

const File = z.object({ endpoints: z.record(z.string(), EndpointNotices) })

const fileIn = (hubFolder: string): string => join(inboxesLayout(hubFolder).root, 'notices.json')

export const folderNotices = (hubFolder: string): NoticesKeeper => ({
  read: async () => readFile(hubFolder),
  async add(notices) {
    const all = new Map(Object.entries(readFile(hubFolder)))
    for (const [endpoint, more] of Object.entries(notices))
      if (all.has(endpoint) || all.size < MAX_ENDPOINTS)
        all.set(endpoint, joinNotices(all.get(endpoint) ?? EMPTY, more))
    const path = fileIn(hubFolder)
    ensureFolders(inboxesLayout(hubFolder).root)
    const content = JSON.stringify({ endpoints: Object.fromEntries(all) })
    writeWhole(`${path}.${process.pid}`, path, Buffer.from(content))
  },
})

/** An unreadable file counts as empty. */
function readFile(hubFolder: string): AllNotices {
  try {
    return File.parse(JSON.parse(readFileSync(fileIn(hubFolder), 'utf8'))).endpoints
  } catch {
    return {}
  }
}
