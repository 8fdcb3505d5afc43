import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureFolders, inboxesLayout } from '../layout.ts'
import { writeWhole } from '../write-whole.ts'
import { TestWait, type TestWaits } from './test-waits.ts'

export const folderTestWaits = (hubFolder: string): TestWaits => {
  const { root, tests } = inboxesLayout(hubFolder)
  const fileOf = (endpoint: string) => join(tests, `${endpoint}.json`)
  return {
    async read(endpoint) {
      try {
        return TestWait.parse(JSON.parse(readFileSync(fileOf(endpoint), 'utf8')))
      } catch {
        return null // no file, or an unreadable one
      }
    },
    async write(endpoint, wait) {
      ensureFolders(root, tests)
      const path = fileOf(endpoint)
      writeWhole(`${path}.${process.pid}`, path, Buffer.from(JSON.stringify(wait)))
    },
  }
}
