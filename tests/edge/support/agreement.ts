import assert from 'node:assert/strict'
import { answerFrom, piecesOf, randomFrom, requestsFrom } from './cases.ts'
import { readAnswerByNode, readByNode } from './node-reading.ts'
import { passedOnByUs, readAnswerByUs, readByUs, sentOnByUs } from './own-reading.ts'

export interface Agreement {
  cases: number
  accepted: number
}

/**
 * `node:http` must read the same method, target, headers and body from each request that the edge accepts, for any
 * split of the bytes. The edge must forward it as a single request.
 * @throws Error with the seed of the first difference.
 */
export function requestsAgree(firstSeed: number, cases: number): Agreement {
  let accepted = 0
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const random = randomFrom(seed)
    const bytes = requestsFrom(random)
    const pieces = piecesOf(random, bytes)
    const own = readByUs([bytes])
    const sent = sentOnByUs(pieces)
    if (own.length + sent.length > 0) accepted++
    naming(seed, bytes, () => {
      assert.deepEqual(readByUs(pieces), own, 'cut into pieces it is read otherwise')
      assert.equal(sent.length, own.length, 'not all is sent on')
      if (own.length === 0) return
      assert.deepEqual(own, readByNode(bytes).slice(0, own.length), 'node:http reads it otherwise')
      for (const [index, { method, target, body }] of own.entries()) {
        const [seen, ...more] = readByNode(Buffer.concat([sent[index]!, NEXT]))
        assert.deepEqual(
          [seen?.method, seen?.target, seen?.body],
          [method, target, body],
          'sent on it is another',
        )
        assert.deepEqual(
          more.map((next) => next.target),
          ['/next'],
          'its end is another',
        )
      }
    })
  }
  return { cases, accepted }
}

const NEXT = Buffer.from('GET /next HTTP/1.1\r\nHost: h\r\n\r\n')

/**
 * `node:http` must read the same status, headers and body from each response that the edge reads as complete. The
 * edge must never send a truncated response as complete.
 */
export function answersAgree(firstSeed: number, cases: number): Agreement {
  let accepted = 0
  for (let seed = firstSeed; seed < firstSeed + cases; seed++) {
    const random = randomFrom(seed)
    const bytes = answerFrom(random)
    const pieces = piecesOf(random, bytes)
    const method = random() < 0.2 ? 'HEAD' : 'GET'
    const version = random() < 0.2 ? '1.0' : '1.1'
    const own = readAnswerByUs([bytes], method)
    if (own.head !== null) accepted++
    naming(seed, bytes, () => {
      assert.deepEqual(readAnswerByUs(pieces, method), own, 'cut into pieces it is read otherwise')
      const { toClient, isKept, isReset } = passedOnByUs(pieces, { method, version })
      const got = readAnswerByNode(toClient, method)
      if (own.head === null) return assert.equal(got.head?.status, 502, 'it is passed on')
      const byNode = readAnswerByNode(bytes, method)
      assert.deepEqual(own.head, byNode.head, 'node:http reads another head')
      if (own.end === 'whole') {
        assert.deepEqual([got.head?.status, got.body], [own.head.status, own.body], 'passed on it is another')
        assert.deepEqual([byNode.end, byNode.body], ['whole', own.body], 'node:http reads another body')
        assert.equal(got.end, 'whole', 'passed on it has no end')
      } else {
        assert.ok(byNode.body.startsWith(own.body), 'node:http reads another body')
        assert.ok(own.body.startsWith(got.body), 'passed on it is another')
        assert.ok(!isKept, 'half of it is left standing')
        assert.ok(isReset || got.end !== 'whole', 'half of it looks whole')
      }
      return undefined
    })
  }
  return { cases, accepted }
}

function naming(seed: number, bytes: Buffer, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw new Error(`seed ${seed}: ${JSON.stringify(bytes.toString('latin1'))}`, { cause: error })
  }
}
