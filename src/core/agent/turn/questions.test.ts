import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AskPerson, PersonQuestion } from '#core/agent/tools/questions/ask.ts'
import { createOpenQuestions } from '#core/agent/tools/questions/open-questions.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import type { ToolEvent } from '#ground/turn/schema.ts'
import { manualClock } from '../../../../tests/support/manual-clock.ts'
import { createAskPerson, type QuestionDeps } from './questions.ts'
import type { AgentTurn } from './turn.ts'

const ADA: AgentTurn['caller'] = { email: 'ada@example.com', surface: 'chatapp', groups: [] }
const RESTRICTED = { capability: 'use_desk', label: 'Use the desk', group: 'Desk' }
const ASKED: PersonQuestion = {
  server: 'desk',
  message: 'Open it?',
  subject: { kind: 'url', url: 'https://example.com/' },
}

function asking({
  caller = ADA,
  takesQuestions = true,
  isInside = true,
  restricted = null,
  asked = ASKED,
}: {
  caller?: AgentTurn['caller']
  takesQuestions?: boolean
  isInside?: boolean
  restricted?: Tool['restricted']
  asked?: Parameters<AskPerson>[0]
} = {}) {
  const questions = createOpenQuestions({ clock: manualClock(), newId: () => 'q1' })
  const events: ToolEvent[] = []
  const recorded: unknown[] = []
  const pauses: string[] = []
  const turn = { caller, takesQuestions, chatId: 'chat' } as AgentTurn
  const recordQuestion: QuestionDeps['recordQuestion'] = async (tool, by, place, asked) =>
    void recorded.push([tool.name, by.email, place.chatId, asked])
  const ask = createAskPerson(
    { questions, recordQuestion },
    {
      turn,
      tool: { name: 'desk__visit', restricted } as Tool,
      inside: isInside
        ? { turn, emit: (event) => events.push(event), budget: { left: 1 }, depth: 0 }
        : undefined,
      pause: () => {
        pauses.push('paused')
        return () => pauses.push('resumed')
      },
      stop: new AbortController().signal,
    },
  )
  return { questions, events, recorded, pauses, reply: ask(asked, new AbortController().signal) }
}

test('a question that no person can answer, or that names no call, is one line with its server and the reason [agent.mcp.questions]', async () => {
  const unclear = { server: 'desk', subject: null } as const
  for (const [way, reason, title] of [
    [{ takesQuestions: false }, 'unattended', 'desk’s question was declined: no person can answer it'],
    [{ caller: { ...ADA, email: null } }, 'unattended', /no person can answer it$/],
    [{ asked: unclear }, 'unclear', /^desk’s question was declined: the server worked for several people/],
  ] as const) {
    const { reply, events, pauses } = asking(way)
    assert.deepEqual(await reply, { action: reason })
    const [line, ...more] = events
    assert.deepEqual([more, pauses], [[], []])
    assert.deepEqual(line?.asked, { server: 'desk', action: 'decline', reason })
    assert.deepEqual([line.state, line.question, line.name], ['done', undefined, 'desk__visit'])
    assert.match(line.title, new RegExp(title))
  }
  const { reply, events } = asking({ isInside: false })
  assert.deepEqual([await reply, events], [{ action: 'unattended' }, []])
})

test('a question is shown while it waits, and afterwards how it ended; a restricted tool’s is recorded [agent.mcp.questions]', async () => {
  for (const restricted of [null, RESTRICTED]) {
    const { questions, reply, events, recorded, pauses } = asking({ restricted })
    assert.deepEqual(pauses, ['paused'])
    assert.deepEqual(events[0]?.question?.message, 'Open it?')
    assert.deepEqual(questions.answer('q1', 'ada@example.com', { action: 'decline' }), { status: 'taken' })
    assert.deepEqual(await reply, { action: 'decline' })
    const asked = { server: 'desk', action: 'decline' }
    const about = { type: 'tool', id: 'question-1', name: 'desk__visit', title: 'desk asks' }
    assert.deepEqual(events[1], { ...about, state: 'done', asked })
    assert.deepEqual(recorded, restricted ? [['desk__visit', 'ada@example.com', 'chat', asked]] : [])
    assert.deepEqual(pauses, ['paused', 'resumed'])
  }
})
