// A process of `npm test`. It runs the files that it is sent, one after another, each as a test run of its
// own with its own hooks. Their imports are loaded once, and resources of a support file (a Postgres, a
// browser) are started once. It ends when the runner disconnects.
import './compile-cache.mjs'
import './tsx-files.mjs'
import './coverage-hook.mjs'
import module from 'node:module'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { inspect } from 'node:util'
import { watchDeclaredStatuses } from './declared-statuses.mjs'
import { failureOf, isFileItself } from './test-failure.mjs'

const ALIVE_EVERY_MS = 1000

/** Resources of a support file must not delay the end. */
const EXIT_TIMEOUT_MS = 2000

const scratch = mkdtempSync(join(tmpdir(), 'hub-tests-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))

process.on('message', ({ file }) => void runFile(file))
process.once('disconnect', () => setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref())
setInterval(() => notify({ type: 'alive' }), ALIVE_EVERY_MS).unref()

// Node ends a run of files when no work is pending. Here the runner's channel and the support files'
// resources are always pending, so the end is reported when the file's last hook is through.
process.on('test file ended', () => setImmediate(() => process.emit('beforeExit', 0)))

for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'])
  process.on(event, (error) => notify({ type: 'stray', message: inspect(error) }))

watchDeclaredStatuses((message) => notify({ type: 'stray', message }))

async function runFile(file) {
  process.channel?.unref()
  const report = new spec()
  report.setEncoding('utf8').on('data', (text) => notify({ type: 'report', text }))
  const end = endOfFile()
  const events = run({ isolation: 'none', concurrency: 1, files: [file, end] })
  tellEach(events, end)
  let isLoaded = true
  for await (const event of events) {
    if (event.data.name !== end && !isOfTheRun(event)) report.write(event)
    isLoaded = !(event.type === 'test:fail' && isFileItself(event.data))
    if (!isLoaded) break // and such a run never ends, so this process can't begin another
  }
  process.channel?.ref()
  module.flushCompileCache() // for the other processes, and for programs that a test kills before they could keep theirs
  report.end(() => notify({ type: 'done', isLast: !isLoaded }))
}

let files = 0

/** Each file gets its own copy: a module that was loaded before would not be loaded again. */
function endOfFile() {
  const copy = join(scratch, `${++files}.mjs`)
  copyFileSync(join(import.meta.dirname, 'test-end.mjs'), copy)
  return copy
}

/** The runner may just have disconnected from this process, which is no error. */
const notify = (message) => process.connected && process.send(message, () => {})

/** Counts of tests and the like, which mean nothing for one file of many. */
const isOfTheRun = ({ type, data }) =>
  type === 'test:summary' || (type === 'test:diagnostic' && data.nesting === 0 && data.file === undefined)

/** At once, and not when the stream delivers it: a test may end this process, or keep it busy. */
function tellEach(events, end) {
  const on = (type, messageOf) =>
    events.on(type, (data) => {
      const message = data.name !== end && messageOf(data)
      if (message) notify(message)
    })
  on('test:dequeue', ({ file, line, name }) => ({ type: 'began', test: { file, line, name } }))
  on('test:complete', ({ file, line, name }) => ({ type: 'ended', test: { file, line, name } }))
  on('test:pass', (data) => isCounted(data) && { type: 'passed' })
  on('test:pass', ({ skip }) => skip !== undefined && { type: 'skipped', reason: skip })
  on('test:fail', (data) => !isSuite(data) && { type: 'failed', failure: failureOf(data) })
}

const isCounted = (data) => !isSuite(data) && data.skip === undefined && data.todo === undefined

const isSuite = ({ details }) => details.type === 'suite'
