import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const WAIT_MS = 10_000

const record = (line) => appendFileSync(process.env.PEER_LOG, `${line}\n`)
export const text = (value) => ({ content: [{ type: 'text', text: value }] })

export function addTools(server, sides) {
  const add = (name, config, run) => server.registerTool(name, { description: name, ...config }, run)
  const none = { inputSchema: z.object({}) }
  add('greet', { inputSchema: z.object({ name: z.string() }) }, ({ name }) => text(`Hello ${name}`))
  const numbers = {
    inputSchema: z.object({ a: z.int(), b: z.int() }),
    outputSchema: z.object({ sum: z.int() }),
  }
  add('add', numbers, ({ a, b }) => {
    const sum = { sum: a + b }
    return { ...text(JSON.stringify(sum)), structuredContent: sum }
  })
  add('fail', none, () => {
    throw new Error('The well is dry')
  })
  add('picture', none, () => ({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] }))
  add('steps', none, async (_input, extra) => {
    for (const done of [1, 2, 3]) await sides(extra).progress(done)
    return text('three steps')
  })
  add('wait', none, async (_input, extra) => {
    const { signal } = sides(extra)
    record('started')
    await sleep(WAIT_MS, undefined, { signal }).then(
      () => record('ended'),
      () => record('stopped'),
    )
    return text('waited')
  })
  add('ask', none, async (_input, extra) => {
    const requestedSchema = { type: 'object', properties: { bed: { type: 'string' } } }
    return sides(extra).ask({ message: 'Which bed?', requestedSchema })
  })
  return server
}
