// A process of `npm test`: runs the files that it receives, each as a test run with its own hooks. Exits when the
// runner disconnects.
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

const EXIT_TIMEOUT_MS = 2000

const scratch = mkdtempSync(join(tmpdir(), 'hub-tests-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))

process.on('message', ({ file }) => void runFile(file))
process.once('disconnect', () => setTimeout(() => process.exit(), EXIT_TIMEOUT_MS).unref())
setInterval(() => notify({ type: 'alive' }), ALIVE_EVERY_MS).unref()

// Node ends a test run when the event loop is empty, but the runner's channel keeps the loop busy. So the last hook
// of the file signals the end.
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
  forwardEvents(events, end)
  let isLoaded = true
  for await (const event of events) {
    if (event.data.name !== end && !isOfTheRun(event)) report.write(event)
    isLoaded = !(event.type === 'test:fail' && isFileItself(event.data))
    if (!isLoaded) break // the run of a file that failed to load never ends, so this process cannot run another file
  }
  process.channel?.ref()
  module.flushCompileCache() // saves the cache also for programs that tests kill, which cannot save it themselves
  report.end(() => notify({ type: 'done', isLast: !isLoaded }))
}

let files = 0

/** Copies `test-end.mjs` for each file, because Node would not run a loaded module again. */
function endOfFile() {
  const copy = join(scratch, `${++files}.mjs`)
  copyFileSync(join(import.meta.dirname, 'test-end.mjs'), copy)
  return copy
}

const notify = (message) => process.connected && process.send(message, () => {})

const isOfTheRun = ({ type, data }) =>
  type === 'test:summary' || (type === 'test:diagnostic' && data.nesting === 0 && data.file === undefined)

/** Sends events at once: a test may end or block this process before the stream delivers them. */
function forwardEvents(events, end) {
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
