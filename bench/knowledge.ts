/**
 * Indexes 10,000 documents and searches them, beside plain FTS5 over the same passages.
 * `node bench/knowledge.ts [documents]`
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openKnowledge } from '#features/knowledge/open.ts'
import { searchPassages } from '#features/knowledge/search.ts'
import { systemClock } from '#ground/base/clock.ts'
import { createLog } from '#ground/base/log.ts'
import { openStore } from '#ground/store/store.ts'

const DOCUMENTS = Number(process.argv[2] ?? 10_000)
const SEARCHES = 200
/** Few words are frequent and many are rare, as in natural language. */
const WORDS = Array.from({ length: 20_000 }, (_, n) => `w${n.toString(36)}x`)

let seed = 7
const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
const word = () => WORDS[Math.floor(WORDS.length ** random())]!
const text = () =>
  Array.from({ length: 40 }, () => Array.from({ length: 12 }, word).join(' ')).join('\n') + '\n'

const hubFolder = await mkdtemp(join(tmpdir(), 'bench-knowledge-'))
try {
  for (let n = 0; n < DOCUMENTS; n++) {
    const folder = join(hubFolder, 'files', `f${n % 100}`)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${n}.md`), text())
  }
  await using store = await openStore({ kind: 'sqlite', path: join(hubFolder, '.svc', 'hub.db') })
  const startedAt = performance.now()
  let longest = 0
  let last = performance.now()
  const beat = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 5)
    last = performance.now()
  }, 5)
  await using knowledge = await openKnowledge({
    hub: 'bench',
    hubFolder,
    instance: 'bench',
    store,
    restricted: { mayUse: async () => ({ allowed: true }), maySee: async () => true },
    clock: systemClock,
    log: createLog('bench', 'error'),
  })
  await knowledge.compare()
  clearInterval(beat)
  const passages = await store.db.selectFrom('knowledge_passages').select(['id', 'text']).execute()
  console.log(
    `indexed ${DOCUMENTS} documents, ${passages.length} passages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s; longest pause ${longest.toFixed(0)} ms`,
  )

  const peer = new DatabaseSync(':memory:')
  peer.exec('create virtual table plain using fts5(text)')
  const insert = peer.prepare('insert into plain (rowid, text) values (?, ?)')
  for (const { id, text } of passages) insert.run(id, text)
  const plain = peer.prepare('select rowid, text from plain where plain match ? order by rank limit 6')

  const queries = Array.from({ length: SEARCHES }, () => [word(), word(), word()])
  const ours: number[] = []
  const theirs: number[] = []
  for (const words of queries) {
    const from = performance.now()
    const query = words.join(' ')
    await searchPassages(store.slowReads, 'bench', { query, limit: 6, folder: null, readable: ['files'] })
    const between = performance.now()
    plain.all(words.join(' OR '))
    ours.push(between - from)
    theirs.push(performance.now() - between)
  }
  report('search_knowledge', ours)
  report('plain FTS5', theirs)
} finally {
  await rm(hubFolder, { recursive: true })
}

function report(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!.toFixed(1)
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
}
