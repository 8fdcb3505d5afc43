import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { chatTemplatesFolder } from '../../bin/setup/chat-templates.mjs'
import { Template } from '../clients/clients.ts'
import { sentBodies } from './chat-templates/bodies.ts'
import { createFindings, type Rendered } from './chat-templates/findings.ts'
import { rendered } from './chat-templates/render.ts'
import { SITUATIONS } from './chat-templates/situations.ts'

const skip = existsSync(chatTemplatesFolder) ? false : 'the chat templates are not downloaded'

test(
  'the chat templates of all families render each conversation whole [agent.provider.templates]',
  {
    skip,
  },
  async () => {
    const sent = await sentBodies(SITUATIONS)
    const findings = createFindings('jinja.js')
    for (const path of globSync(join(chatTemplatesFolder, '*.jinja'))) {
      const template = new Template(readFileSync(path, 'utf8'))
      for (const one of sent)
        findings.add(
          basename(path),
          one,
          tried(() => rendered(template, one.body)),
        )
    }
    assert.deepEqual(findings.unexpected(), [])
    assert.deepEqual(findings.unused(), [])
    assert.ok(findings.count() >= 70 * 75, `${findings.count()} prompts`)
  },
)

const tried = (render: () => string): Rendered => {
  try {
    return { prompt: render() }
  } catch (error) {
    return { error: String(error) }
  }
}
