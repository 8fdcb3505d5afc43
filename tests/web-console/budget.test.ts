import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { walk } from './walked-pages.ts'

/**
 * Maximum bytes of compressed script. `start`: before any page; `first`: in total for the first page; `more`:
 * additionally for each other page; `worker`: for the worker that colours code.
 */
const MAX_SCRIPT_BYTES = { start: 130_000, first: 200_000, more: 60_000, worker: 60_000 }
const MAX_REQUESTS = 25

const WORKER = /\/highlighter-worker-/
const DIST = join(import.meta.dirname, '../../web/dist/console')

test('the Console starts with little script and few requests, and no page adds much [console-app.weight]', async (t) => {
  const asked: string[] = []
  const workers = new Set<string>()
  const wholes = new Map<string, { scripts: ReadonlySet<string>; requests: number }>()
  await walk(
    async (page, path) => {
      await page.waitForLoadState('networkidle')
      const fetched = asked.splice(0)
      const loaded = fetched
        .map((one) => new URL(one).pathname.replace('/portal/', ''))
        .filter((one) => one.endsWith('.js'))
      // Text is shown before the worker that colours it has loaded.
      const scripts = loaded.filter((one) => !WORKER.test(one))
      for (const one of loaded) if (WORKER.test(one)) workers.add(one)
      wholes.set(path, { scripts: await withImports(scripts), requests: new Set(fetched).size })
    },
    { begin: (page) => page.on('request', (request) => asked.push(request.url())) },
  )
  const first = wholes.get('/')!
  t.diagnostic(`overview: ${await weight(first.scripts)} bytes of script, ${first.requests} requests`)
  assert.ok(first.requests <= MAX_REQUESTS, `${first.requests} requests for the first page`)
  assert.ok(
    (await weight(first.scripts)) <= MAX_SCRIPT_BYTES.first,
    `${await weight(first.scripts)} bytes for the first page`,
  )
  const html = await readFile(join(DIST, 'index.html'), 'utf8')
  const start = new Set([...first.scripts].filter((path) => html.includes(path)))
  assert.ok(start.size > 1 && start.size < first.scripts.size, 'the scripts were seen')
  assert.ok((await weight(start)) <= MAX_SCRIPT_BYTES.start, `${await weight(start)} bytes to start`)
  assert.equal(workers.size, 1)
  assert.ok(
    (await weight(workers)) <= MAX_SCRIPT_BYTES.worker,
    `${await weight(workers)} bytes of the worker`,
  )
  for (const [path, { scripts }] of wholes) {
    const more = await weight(new Set([...scripts].filter((script) => !first.scripts.has(script))))
    t.diagnostic(`${path}: ${more} bytes more`)
    assert.ok(more <= MAX_SCRIPT_BYTES.more, `${more} bytes more for ${path}`)
  }
})

/** Includes all imports, also if an earlier page fetched them. */
async function withImports(scripts: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  const add = async (script: string): Promise<void> => {
    if (known.has(script)) return
    known.add(script)
    const text = await readFile(join(DIST, script), 'utf8')
    for (const [, name] of text.matchAll(/\b(?:import|from)\s*["']\.\/([\w.~-]+\.js)["']/g))
      await add(`assets/${name}`)
  }
  for (const script of scripts) await add(script)
  return known
}

async function weight(paths: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all(
    [...paths].map(async (path) => {
      const file = join(DIST, path)
      return (await stat(`${file}.gz`).catch(() => stat(file))).size
    }),
  )
  return sizes.reduce((total, size) => total + size, 0)
}
