import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TurnMessage } from '#core/agent/model/model.ts'
import type { TurnUsage } from '#core/agent/turn/turn.ts'
import { builtInTools } from '#core/agent/tools/built-in.ts'
import { defineTool, z } from '../../src/index.ts'
import { userSays } from '../support/agent.ts'
import { startProcessAgent } from '../support/process-agent.ts'
import { until } from '../support/until.ts'
import { INPUT, OUTPUT, startFakeModel, type Asked, type Move } from './fake-model.ts'
import { missing, PEERS, type Peer } from './peers.ts'

const SPENT = {
  code: 'budget_exhausted',
  words: () => 'Spent.',
  needs: { tokens: 1, costMicroUsd: 1 },
} as const

const answered = (text: string): TurnMessage => ({ role: 'assistant', text, toolCalls: [] })

/** The tool is not read-only, so agents request permission before the call. */
const water = defineTool({
  name: 'water',
  description: 'Waters a plant',
  input: z.object({ plant: z.string() }),
  run: ({ plant }, { caller }) => `watered ${plant} for ${caller.email}`,
})

const moves =
  (peer: Peer) =>
  ({ text, tools, results }: Asked): Move => {
    const question = text.split('\n').findLast((line) => line.startsWith('test:')) ?? ''
    const result = results.at(-1)
    if (question.startsWith('test:hang')) return { hang: true }
    if (question.startsWith('test:tool')) {
      const name = tools.find((tool) => tool.endsWith('water'))
      if (result !== undefined) return { say: `it said ${result}` }
      return name ? { call: name, input: { plant: 'roses' } } : { say: `no tool among ${tools.join(' ')}` }
    }
    if (question.startsWith('test:read '))
      return result === undefined ? peer.reads(question.slice(10), tools) : { say: `it says ${result}` }
    return { say: `heard ${question}` }
  }

for (const peer of PEERS)
  test(
    `${peer.name} answers with a tool of the Hub, is refused a secret, stopped, resumed and counted`,
    { skip: missing(peer) ?? false, timeout: 240_000 },
    async (t) => {
      const home = await mkdtemp(join(tmpdir(), 'hub-peer-'))
      const model = await startFakeModel(t, moves(peer))
      const { command, env } = peer.start(model.url, home)
      let limit = Infinity
      const usages: TurnUsage[][] = []
      const usedSoFar = () => usages.flat().reduce((sum, { input, output }) => sum + input + output, 0)
      const agent = await startProcessAgent(t, {
        command,
        files: { 'files/roses.md': 'x', '.env': 'SECRET=sesame' },
        settings: { passOn: Object.keys(env) },
        deps: {
          environment: { PATH: process.env.PATH, HOME: home, ...env },
          tools: [...builtInTools, water],
          openSpending: () => ({
            turn: 'turn',
            check: async () => (usedSoFar() > limit ? SPENT : null),
            reserve: async () => ({ maxOutput: null, end() {} }),
            release: async () => {},
            [Symbol.dispose]() {},
          }),
        },
      })
      usages.push(agent.usage)
      t.after(() => rm(home, { recursive: true, force: true, maxRetries: 5 })) // retries, because the agent may still be writing

      const tool = await agent.run('test:tool')
      assert.equal(tool.error, undefined, JSON.stringify(agent.events.slice(-8)))
      assert.match(tool.text, /it said [^]*watered roses for ada@example\.com/)
      assert.ok(tool.tools.some(({ name, state }) => name === 'water' && state === 'done'))
      const [used] = agent.usage
      assert.ok(used!.input + used!.output >= INPUT + OUTPUT, JSON.stringify(used))

      const refused = await agent.run(`test:read ${join(agent.folder, '.env')}`)
      assert.doesNotMatch(refused.text, /sesame/)
      assert.ok(agent.events.some(({ name, fields }) => name === 'permission' && fields.isAllowed === false))

      const stop = new AbortController()
      const hanging = agent.run('test:hang', { signal: stop.signal })
      await until(() => model.asked.some(({ text }) => text.includes('test:hang')))
      stop.abort()
      assert.equal((await hanging).finish?.reason, 'aborted')
      assert.ok(agent.usage.at(-1)!.input > 0)

      const chat = { chat: 'chat-2' }
      const first = await agent.run('test:first', chat)
      assert.match(first.text, /heard test:first$/)
      const before = [userSays('test:first'), answered(first.text)]
      const more = await agent.run([...before, userSays('test:more')], chat)
      before.push(userSays('test:more'), answered(more.text))
      const next = await agent.restart()
      const second = await next.run([...before, userSays('test:second')], chat)
      assert.match(second.text, /heard test:second$/)
      assert.doesNotMatch(second.text, /test:(first|more)/)
      if (peer.findsSessions) assert.ok(!next.events.some(({ name }) => name === 'sessionLost'))

      usages.push(next.usage)
      limit = INPUT
      assert.equal(((await next.run('test:third', chat)).error as Error).message, 'Spent.')
      await next.agent[Symbol.asyncDispose]()
    },
  )
