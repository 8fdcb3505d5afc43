/** The tools append their calls to `calls.log`. */
export const HUB_FILES: Readonly<Record<string, string>> = {
  'agent.md': `---
name: Garden
suggestions:
  - What grows now?
---
You look after a garden.
`,
  'files/beds.txt': 'Roses grow in bed 2.',
  'tools/tools.ts': `import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool, z } from 'hub-service'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
/** Longer than a client takes to cancel. */
const SLOW_MS = 6000

const record = (folder, id, what) => appendFileSync(join(folder, 'calls.log'), id + ' ' + what + '\\n')
const named = z.object({ id: z.string() })

export const echo = defineTool({
  name: 'echo',
  description: 'Repeat a text',
  input: z.object({ text: z.string() }),
  run: ({ text }) => 'echo of ' + text,
})

export const count = defineTool({
  name: 'count',
  description: 'Record a call',
  input: named,
  run({ id }, { hubFolder }) {
    record(hubFolder, id, 'counted')
    return 'counted'
  },
})

export const slow = defineTool({
  name: 'slow',
  description: 'Take seconds and record the end',
  input: named,
  async run({ id }, { hubFolder, signal, progress }) {
    record(hubFolder, id, 'started')
    progress({ done: 0, total: 2, message: 'started' })
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, SLOW_MS)
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()))
    })
    record(hubFolder, id, signal.aborted ? 'stopped' : 'ended')
    return 'slept'
  },
})

export const steps = defineTool({
  name: 'steps',
  description: 'Report progress in three steps',
  input: z.object({}),
  async run(_input, { progress }) {
    for (const done of [1, 2, 3]) {
      progress({ done, total: 3, message: 'step ' + done })
      await new Promise((resolve) => setTimeout(resolve, 80))
    }
    return 'three steps'
  },
})

export const failing = defineTool({
  name: 'failing',
  description: 'Fail',
  input: z.object({}),
  run() {
    throw new Error('The pump is broken.')
  },
})

export const save = defineTool({
  name: 'save',
  description: 'Save a text',
  input: z.object({}),
  async run(_input, { saveFile }) {
    const { url } = await saveFile('notes.txt', 'Water the ferns')
    return 'saved ' + url
  },
})

export const draw = defineTool({
  name: 'draw',
  description: 'Draw a picture',
  input: z.object({}),
  run: async (_input, { saveFile }) => void (await saveFile('pixel.png', Buffer.from(PIXEL, 'base64'))),
})

export const openGate = defineTool({
  name: 'open_gate',
  description: 'Open the gate',
  input: named,
  restricted: { capability: 'open_gate', label: 'Open the gate', group: 'Gates' },
  run({ id }, { hubFolder }) {
    record(hubFolder, id, 'opened')
    return 'the gate is open'
  },
})
`,
}
