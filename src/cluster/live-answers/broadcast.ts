import type { Clock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { openFeed } from './feed.ts'
import type { StartedTurnRun } from '#chatapp/turns/run.ts'
import { AnswerMessage } from '#chatapp/turns/question-messages.ts'
import { answerSubject, questionSubject, stopSubject } from './subjects.ts'

export function broadcast(
  { bus, clock }: { bus: Bus; clock: Clock },
  chatId: string,
  run: StartedTurnRun,
): void {
  const feed = openFeed(bus, answerSubject(chatId, run.answerId), { clock, snapshot: run.message })
  const stopping = bus.answer(stopSubject(chatId, run.answerId), async () => {
    run.end('stopped')
    await run.ended
    return ''
  })
  const answering = bus.answer(questionSubject(chatId, run.answerId), async (text) => {
    const { ownerId, id, answer } = AnswerMessage.parse(JSON.parse(text))
    return JSON.stringify(ownerId === run.ownerId ? await run.answerQuestion(id, answer) : { status: 'over' })
  })
  run.listen((event) => {
    if (event.type === 'delta' || event.type === 'tool') feed.notify(event)
    if (event.type !== 'end') return
    feed.end()
    feed[Symbol.dispose]()
    stopping[Symbol.dispose]()
    answering[Symbol.dispose]()
  })
}
