import type { Clock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { openFeed } from '#ground/bus/feed.ts'
import type { Run } from './run.ts'
import { answerSubject, begunSubject, stopSubject } from './subjects.ts'

/** Let whoever is connected to another machine follow a turn that runs here, and stop it. */
export function broadcast({ bus, clock }: { bus: Bus; clock: Clock }, chatId: string, run: Run): void {
  const feed = openFeed(bus, answerSubject(chatId, run.answerId), { clock, snapshot: run.message })
  const stopping = bus.answer(stopSubject(chatId, run.answerId), async () => {
    run.end('stopped')
    await run.ended
    return ''
  })
  run.listen((event) => {
    if (event.type === 'delta' || event.type === 'tool') feed.tell(event)
    if (event.type !== 'end') return
    feed.end()
    feed[Symbol.dispose]()
    stopping[Symbol.dispose]()
  })
  bus.publish(begunSubject(chatId), '')
}
