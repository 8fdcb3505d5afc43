export const GARDEN: Readonly<Record<string, string>> = {
  'agent.md': `---
name: Gardener
mcp_instructions: Ask before you dig.
suggestions:
  - What grows now?
  - What grows now?
---
You look after a garden.
`,
  'files/handbook.md': '# Handbook',
  'files/plans/spring 2026.txt': 'Sow peas.',
  'tools/tools.ts': `
import { setTimeout as sleep } from 'node:timers/promises'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool, z } from 'hub-service'

const text = z.object({ text: z.string() })
const nothing = z.object({})
const note = (hubFolder, line) => appendFileSync(join(hubFolder, 'notes.txt'), line + '\\n')

export const echo = defineTool({ name: 'echo', description: 'Say it again', input: text, readOnly: true, run: ({ text }) => text })
export const prune = defineTool({
  name: 'prune', description: 'Prune a tree', input: text,
  restricted: { capability: 'prune_trees', label: 'Prune trees', group: 'Trees' },
  run: ({ text }, { hubFolder }) => { note(hubFolder, 'pruned ' + text); return 'pruned ' + text },
})
export const who = defineTool({
  name: 'who', description: 'Who asks', input: nothing,
  run: (_input, { caller, chatId }) => ({ email: caller.email, surface: caller.surface, chatId }),
})
export const fell = defineTool({ name: 'fell', description: 'Fell a tree', input: text, confirm: true, run: ({ text }) => 'felled ' + text })
export const wait = defineTool({
  name: 'wait', description: 'Wait until told to stop', input: nothing,
  async run(_input, { signal, hubFolder, progress }) {
    note(hubFolder, 'waiting')
    progress({ done: 1, message: 'waiting' })
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    note(hubFolder, 'stopped')
  },
})
export const hang = defineTool({ name: 'hang', description: 'Never ends', input: nothing, timeout: 0.2, run: () => new Promise(() => {}) })
export const fail = defineTool({ name: 'fail', description: 'Fails', input: nothing, run() { throw new Error('The spade broke.') } })
export const huge = defineTool({ name: 'huge', description: '50 MB', input: nothing, run: () => 'x'.repeat(50 * 1024 * 1024) })
export const draw = defineTool({
  name: 'draw', description: 'Draws', input: nothing,
  async run(_input, { saveFile }) {
    await saveFile('plan.png', Buffer.from('89504e470d0a1a0a', 'hex'))
    await saveFile('plan.md', '# Plan')
    await saveFile('large.csv', 'a,b\\n'.repeat(20_000))
    return 'Drawn.'
  },
})
export const record = defineTool({
  name: 'record', description: 'Saves sounds and pictures', input: nothing,
  async run(_input, { saveFile }) {
    await saveFile('bird.wav', Buffer.alloc(100))
    for (const name of ['a.png', 'b.png']) await saveFile(name, Buffer.alloc(500 * 1024, 7))
    return '\\u0001'.repeat(60_000)
  },
})
export const steps = defineTool({
  name: 'steps', description: 'Three steps', input: nothing,
  async run(_input, { progress }) {
    for (const done of [1, 2, 3]) { progress({ done, total: 3, message: 'step ' + done }); await sleep(60) }
    return 'walked'
  },
})
export const foreign = defineTool({
  name: 'foreign', description: 'Refers elsewhere', run: () => 'ok',
  input: z.object({ plant: z.string().meta({ $ref: 'https://example.com/plant.json', 'x-mcp-header': 'Plant' }) }),
})
`,
}
