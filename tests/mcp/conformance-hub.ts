export const CONFORMANCE_HUB: Readonly<Record<string, string>> = {
  'agent.md': `---
name: Conformance
suggestions:
  - Test simple prompt
---
You have the tools that the official conformance suite of MCP asks for.
`,
  'skills/test-skill/SKILL.md': `---
name: test-skill
description: A skill for the scenarios of the extension
license: MIT
metadata:
  version: "1.0"
---
Read references/guide.md.
`,
  'skills/test-skill/references/guide.md': '# Guide',
  'files/static.txt': 'This is the content of a file of the Hub.',
  'tools/tools.ts': `import { defineTool, z } from 'hub-service'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const named = (name) => ({ name, description: 'What the suite calls ' + name, input: z.object({}) })
const bytes = (base64) => Buffer.from(base64, 'base64')

export const simpleText = defineTool({
  ...named('test_simple_text'),
  run: () => 'This is a simple text response for testing.',
})

export const image = defineTool({
  ...named('test_image_content'),
  run: async (_input, { saveFile }) => void (await saveFile('pixel.png', bytes(PIXEL))),
})

export const audio = defineTool({
  ...named('test_audio_content'),
  run: async (_input, { saveFile }) => void (await saveFile('sound.wav', bytes(SOUND))),
})

export const embedded = defineTool({
  ...named('test_embedded_resource'),
  run: async (_input, { saveFile }) =>
    void (await saveFile('embedded.txt', 'This is an embedded resource content.')),
})

export const mixed = defineTool({
  ...named('test_multiple_content_types'),
  async run(_input, { saveFile }) {
    await saveFile('pixel.png', bytes(PIXEL))
    await saveFile('data.json', '{"test":"data","value":123}')
    return 'Multiple content types test:'
  },
})

export const failing = defineTool({
  ...named('test_error_handling'),
  run() {
    throw new Error('This tool intentionally returns an error for testing')
  },
})

export const slow = defineTool({
  ...named('test_tool_with_progress'),
  async run(_input, { progress }) {
    for (const done of [0, 50, 100]) {
      progress({ done, total: 100 })
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    return 'Done in three steps.'
  },
})

export const logging = defineTool({
  ...named('test_logging_tool'),
  run: (_input, { log }) => log('this goes to the log of the Hub, never to the client'),
})

export const streaming = defineTool({
  ...named('test_streaming_elicitation'),
  run: (_input, { progress }) => progress({ done: 1, total: 1 }),
})
`,
}
