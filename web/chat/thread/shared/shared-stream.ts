import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { watchSharedChat } from '#chatapp/shares/contract.ts'
import type { SharedEvent } from '#chatapp/shares/schema.ts'
import type { AnswerEvent } from '#chatapp/turns/schema.ts'
import { useLive } from '../../../ui/live.ts'
import { applyEvents } from '../apply-events.ts'
import { changeShared, sharedQuery } from './queries.ts'

const EVENTS = [
  'snapshot',
  'delta',
  'tool',
  'answered',
  'changed',
  'closed',
] as const satisfies SharedEvent['type'][]

export function useSharedStream(shareId: string): { isOver: boolean; isLive: boolean } {
  const client = useQueryClient()
  const [isOver, setOver] = useState(false)
  const { queryKey } = sharedQuery(shareId)
  const queue = useRef<AnswerEvent[]>([])
  const frame = useRef(0)
  const isReading = useRef(false)
  const apply = () => {
    cancelAnimationFrame(frame.current)
    frame.current = 0
    if (isReading.current) return
    const events = queue.current
    queue.current = []
    if (events.length > 0) changeShared(client, shareId, (history) => applyEvents(history, events))
  }
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  const liveness = useLive(
    watchSharedChat,
    isOver ? null : { params: { id: shareId } },
    EVENTS,
    (data, type) => {
      const event = { ...data, type } as SharedEvent
      const readAgain = () => {
        isReading.current = true
        void client.invalidateQueries({ queryKey }).finally(() => {
          isReading.current = false
          apply()
        })
      }
      if (event.type === 'closed') return setOver(true)
      if (event.type === 'changed') return readAgain()
      const isNew =
        event.type === 'snapshot' &&
        client.getQueryData(queryKey)?.history.messages[event.message.id] === undefined
      if (isNew) readAgain()
      queue.current.push(event.type === 'answered' ? { ...event, type: 'end' } : event)
      // Renders once per frame for any number of deltas.
      if (event.type === 'answered') apply()
      else frame.current ||= requestAnimationFrame(apply)
    },
  )
  return { isOver, isLive: liveness === 'live' }
}
