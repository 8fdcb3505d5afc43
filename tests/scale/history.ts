import assert from 'node:assert/strict'
import type { Cluster } from '../../scripts/cluster/cluster.ts'
import type { Client } from '../chatapp/client.ts'
import { messagesOf } from '../chatapp/page.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { until } from '../support/until.ts'
import { hashOf, type History } from './storm.ts'

// Compares stored data with the requests that killed instances had accepted.

/**
 * Maximum time until all answers have ended: a lease, the interval between checks for expired leases, and the
 * duration of such a check.
 */
const SETTLED_MS = 30_000

export async function settled(clients: readonly Client[], { prompts }: History): Promise<void> {
  const begun = performance.now()
  await until(
    async () => {
      assert.ok(performance.now() - begun < SETTLED_MS, 'an answer is written still')
      for (const client of clients)
        for (const chatId of prompts.keys()) {
          const messages = Object.values(await messagesOf(client, chatId))
          if (messages.some(({ done }) => !done)) return false
        }
      return true
    },
    { everyMs: 100 },
  )
}

export async function compareChats(clients: readonly Client[], { prompts, files }: History): Promise<void> {
  let saved = 0
  for (const [chatId, accepted] of prompts) {
    const [told, ...others] = await Promise.all(clients.map((client) => messagesOf(client, chatId)))
    for (const other of others) assert.deepEqual(other, told)
    const messages = Object.values(told!)
    for (const id of accepted) {
      const answers = messages.filter(({ parentId }) => parentId === id)
      assert.equal(answers.length, 1, `the prompt ${id} has one answer`)
      assert.ok(['done', 'failed', 'interrupted', 'stopped'].includes(answers[0].state), answers[0].state)
    }
    const whole = messages.filter(({ role, state }) => role === 'assistant' && state === 'done')
    for (const { content, tools } of whole) if (!tools) assert.match(content, /^([\d-]+|begun\s+ended)$/)
    for (const { tools = [] } of messages) saved += await compareSaved(clients, tools)
  }
  assert.ok(saved > 3, 'agents saved files')
  for (const client of clients)
    for (const [id, hash] of files) {
      const answer = await client.fetch(`/api/v1/files/${id}/content`)
      assert.equal(answer.status, 200)
      assert.equal(hashOf(new Uint8Array(await answer.arrayBuffer())), hash)
    }
}

async function compareSaved(clients: readonly Client[], tools: readonly ToolTold[]): Promise<number> {
  let saved = 0
  for (const { state, result = '' } of tools) {
    const [, filename, link] = /\[([\d-]+)\.txt\]\(([^)]+)\)/.exec(result) ?? []
    if (state !== 'done') continue
    assert.ok(link, result)
    for (const client of clients) {
      const answer = await client.fetch(link)
      assert.deepEqual([answer.status, await answer.text()], [200, filename])
    }
    saved++
  }
  return saved
}

interface ToolTold {
  state: string
  result?: string
}

export async function compareDeliveries(
  instances: Cluster['instances'],
  { deliveries }: History,
): Promise<void> {
  for (const { folder, environment } of instances) {
    const listed = await hubCommand(['events', 'list', '--json', '--limit', '100000', '--hub', folder], {
      environment,
    })
    const times = new Map<string, number>()
    for (const [, delivery] of listed.stdout.matchAll(/\{\\"delivery\\":\\"(\w+)\\"\}/g))
      times.set(delivery!, (times.get(delivery!) ?? 0) + 1)
    for (const delivery of deliveries) assert.equal(times.get(delivery), 1, listed.stderr)
  }
}
