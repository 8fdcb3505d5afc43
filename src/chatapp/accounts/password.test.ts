import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashPassword, verifyPassword } from './password.ts'

describe('a password hash', () => {
  test('fits its password and no other, and is new each time', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    assert.notEqual(first, second)
    assert.equal(await verifyPassword('correct horse', first), true)
    assert.equal(await verifyPassword('Correct horse', first), false)
    assert.equal(await verifyPassword('correct horse', null), false)
  })

  test('takes the same text in any Unicode form', async () => {
    const hash = await hashPassword('caf\u00e9-caf\u00e9')
    assert.equal(await verifyPassword('cafe\u0301-cafe\u0301', hash), true)
  })

  test('is an error if it is malformed, and not a wrong password', async () => {
    await assert.rejects(verifyPassword('correct horse', '$2b$10$something'), /PHC string/)
  })

  test('takes as much work for an unknown account as for a wrong password', async () => {
    const stored = await hashPassword('correct horse')
    const work = async (hash: string | null) => {
      const before = process.cpuUsage()
      for (let n = 0; n < 5; n++) await verifyPassword('wrong horse', hash)
      return process.cpuUsage(before).user
    }
    await work(stored)
    const [known, unknown] = [await work(stored), await work(null)]
    assert.ok(unknown > known / 3, `${unknown} µs of processor time to ${known} µs`)
  })
})
