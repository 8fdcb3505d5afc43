import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { test } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { BACKENDS } from '../support/stores.ts'

const LOCKS = '/proc/locks'
const sqlite = BACKENDS.find(({ kind }) => kind === 'sqlite')!

test(
  'a store opened twice in a process keeps its lock on the file [store.kept-locks]',
  { skip: existsSync(LOCKS) ? false : `no ${LOCKS} on this system` },
  async (t) => {
    const location = await sqlite.locate(t)
    assert.ok(location.kind === 'sqlite')
    await using first = await openStore(location)
    await first.check()
    const { ino } = statSync(location.path)
    const isOurs = (line: string) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `)
    const locks = () => readFileSync(LOCKS, 'utf8').split('\n').filter(isOurs).length
    assert.equal(locks(), 1)
    await using second = await openStore(location)
    await second.check()
    assert.equal(locks(), 1)
  },
)
