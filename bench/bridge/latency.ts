import { request, Agent } from 'node:http'
import { quantile } from '../support/statistics.ts'
import { bodyOf, PATH, type Target } from './target.ts'

export interface Added {
  p50: number
  p99: number
}

export async function addedTimes({
  ours,
  direct,
  perSecond,
  seconds,
}: {
  ours: Target
  direct: Target
  perSecond: number
  seconds: number
}): Promise<Added> {
  const without = await firstPieces(direct, perSecond, seconds)
  const withUs = await firstPieces(ours, perSecond, seconds)
  const p = (part: number) => quantile(withUs, part) - quantile(without, 0.5)
  return { p50: p(0.5), p99: p(0.99) }
}

async function firstPieces(target: Target, perSecond: number, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const times: number[] = []
  const asked: Promise<void>[] = []
  const start = performance.now()
  for (let count = -perSecond; count < perSecond * seconds; count++) {
    const due = start + ((count + perSecond) * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0.5) await new Promise((resolve) => setTimeout(resolve, wait))
    const isMeasured = count >= 0 // negative counts are the warm-up of one second
    asked.push(firstPiece(target, agent).then((ms) => void (isMeasured && times.push(ms))))
  }
  await Promise.all(asked)
  agent.destroy()
  return times
}

const BODY = bodyOf('Say eight words.', true)

const firstPiece = ({ port, headers }: Target, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const sentAt = performance.now()
    const sent = request({
      port,
      path: PATH,
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let first: number | null = null
      response.on('data', (bytes: Buffer) => {
        if (first === null && bytes.includes('"content":"word')) first = performance.now() - sentAt
      })
      response.on('end', () => (first === null ? reject(new Error('no piece came')) : resolve(first)))
    })
    sent.end(BODY)
  })
