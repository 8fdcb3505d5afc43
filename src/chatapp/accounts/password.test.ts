import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashPassword, isImportedHash, isUsableHash, verifyPassword } from './password.ts'

describe('a password hash', () => {
  test('fits its password and no other, and is new each time', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    assert.notEqual(first, second)
    assert.equal(await verifyPassword('correct horse', first), true)
    assert.equal(await verifyPassword('Correct horse', first), false)
    assert.equal(await verifyPassword('correct horse', null), false)
    assert.equal(isImportedHash(first), false)
  })

  test('takes the same text in any Unicode form', async () => {
    const hash = await hashPassword('caf\u00e9-caf\u00e9')
    assert.equal(await verifyPassword('cafe\u0301-cafe\u0301', hash), true)
  })

  test('of Python’s bcrypt or argon2-cffi fits its password, as it was entered', async () => {
    const bcrypt = '$2b$12$nFq4PJ35QvusTKhpJ9XNv.IUVqOXR5bfFzHvhBprhAdTv./wWzlxi'
    const cutAt72Bytes = '$2b$10$sAGO.g8VgVlBzN6vHS5H1.ArIGaIoWiiHlC28dMO8SnM8ESm1a.4q'
    const decomposed =
      '$argon2id$v=19$m=65536,t=3,p=4$B37Dvj9pNE5aUr9OHeZM4g$Q6u5ALDe69QxK1InLmVWXCyrTMl4o8Wwe1mFOBHhVSQ'
    for (const [hash, right] of [
      [bcrypt, 'old password of Bob'],
      [cutAt72Bytes, 'ü'.repeat(50)],
      [decomposed, 'cafe\u0301-cafe\u0301'],
    ] as const) {
      assert.ok(isUsableHash(hash))
      assert.ok(isImportedHash(hash))
      assert.equal(await verifyPassword(right, hash), true, hash)
      assert.equal(await verifyPassword(`${right.slice(0, 10)}?`, hash), false, hash)
    }
  })

  test('that would take too long to verify, or has another form, is not usable', () => {
    const salt = 'B37Dvj9pNE5aUr9OHeZM4g'
    for (const hash of [
      `$2b$13$${'a'.repeat(53)}`,
      '$2b$12$short',
      `$argon2id$v=19$m=99999999,t=3,p=4$${salt}$${salt}`,
      `$argon2id$v=19$m=65536,t=9999,p=4$${salt}$${salt}`,
      `$argon2id$v=19$m=8,t=1,p=4$${salt}$${salt}`,
      `$argon2i$v=19$m=65536,t=3,p=4$${salt}$${salt}`,
      'plain',
      '',
    ])
      assert.equal(isUsableHash(hash), false, hash)
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
