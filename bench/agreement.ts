import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { answersAgree, requestsAgree } from '../tests/edge/support/agreement.ts'
import { randomFrom, requestsFrom } from '../tests/edge/support/cases.ts'
import type { ReadRequest } from '../tests/edge/support/node-reading.ts'
import { readByUs } from '../tests/edge/support/own-reading.ts'
import { openNginxReader } from './edge/nginx-reading.ts'

/**
 * Compares the edge's HTTP parser with `node:http` and nginx on random input. Fails if an accepted message is parsed
 * differently. The test of the same name runs the first cases.
 *   node bench/agreement.ts [cases for node:http] [cases for nginx] [first seed]
 */
const [cases = 10_000_000, withNginx = 100_000, first = 1] = process.argv.slice(2, 5).map(Number)
const PORTION = 10_000

const OF_ONE_CONNECTION =
  /^(?:host|connection|proxy-connection|keep-alive|te|trailer|expect|upgrade|transfer-encoding|content-length)$/i

/** Omits hop-by-hop fields, which a proxy replaces. */
const ofTheEnd = ({ method, target, fields, body }: ReadRequest) => ({
  method,
  target,
  body,
  fields: fields.filter((_, index) => !OF_ONE_CONNECTION.test(fields[index - (index % 2)]!)),
})

for (const [name, agree] of Object.entries({ requests: requestsAgree, answers: answersAgree })) {
  let accepted = 0
  for (let done = 0; done < cases; done += PORTION) {
    const portion = Math.min(PORTION, cases - done)
    accepted += agree(first + done, portion).accepted
    await setImmediate() // lets connections finish deferred work and release their buffers
    console.log(`${name}, node:http: ${done + portion} cases, ${accepted} accepted, all read alike`)
  }
}

const LANES = 4
let seed = first
let read = 0
let refused = 0
await Promise.all(Array.from({ length: LANES }, compare))
console.log(
  `requests, nginx: ${withNginx} cases, ${read} read alike, ${refused} accepted here and refused there`,
)

async function compare(): Promise<void> {
  const readByNginx = await openNginxReader()
  while (seed < first + withNginx) {
    const own = seed++
    const bytes = requestsFrom(randomFrom(own))
    const ours = readByUs([bytes])
    if (ours.length === 0) continue
    const theirs = await readByNginx(bytes, ours.length)
    const common = Math.min(ours.length, theirs.length)
    assert.deepEqual(
      theirs.slice(0, common).map(ofTheEnd),
      ours.slice(0, common).map(ofTheEnd),
      `seed ${own}`,
    )
    if (theirs.length < ours.length) refused++
    else read++
  }
}
