import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { BACKENDS } from '../support/stores.ts'
import { noStrace, strace } from '../support/strace.ts'
import { startProcess } from './support/process.ts'

const sqlite = BACKENDS.find(({ kind }) => kind === 'sqlite')!

test(
  'SQLite’s writes are on the disk before they are acknowledged; a write that cannot be stored is not acknowledged [store.synced]',
  { skip: noStrace() },
  async (t) => {
    const location = await sqlite.locate(t)
    const writer = startProcess('write-lines.ts', location)
    t.after(() => writer.kill('SIGKILL'))
    const lines = createInterface({ input: writer.stdout! })
    const next = async () => String((await once(lines, 'line'))[0])
    assert.equal(await next(), 'ready')
    const write = (line: string) => {
      const answer = next()
      writer.stdin!.write(`${line}\n`)
      return answer
    }

    const failing = await strace(writer.pid!, ['-e', 'inject=fdatasync:error=EIO:when=1'])
    assert.equal(await write('unsure'), 'away')
    await failing.detach()
    assert.equal(await write('kept'), 'stored')
    writer.kill('SIGKILL')
    await once(writer, 'exit')

    await using store = await openStore(location)
    const rows = await store.db.selectFrom('chatapp_settings').select('key').execute()
    const kept = new Set(rows.map(({ key }) => key))
    for (const key of ['first', 'kept']) assert.ok(kept.has(key), `${key} is there`)
  },
)
