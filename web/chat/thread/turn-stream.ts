import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AnswerEvent } from '#chatapp/turns/schema.ts'
import { listenToTurn } from '../api/turns.ts'
import { applyEvents } from './apply-events.ts'
import { changeHistory, chatQuery } from './queries.ts'

const FIRST_WAIT_MS = 500
const MAX_RETRY_DELAY_MS = 8_000
const POLL_INTERVAL_MS = 2_000

/** Each stream starts with a snapshot, so that reconnecting loses nothing. */
export function useTurnStream(chatId: string, active: boolean): boolean {
  const client = useQueryClient()
  const [lost, setLost] = useState(false)

  useEffect(() => {
    if (!active) return
    const { queryKey } = chatQuery(chatId)
    const knows = (id: string) => client.getQueryData(queryKey)?.history.messages[id] !== undefined
    let wait = FIRST_WAIT_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    let hangUp = () => {}
    let queue: AnswerEvent[] = []
    let frame = 0
    let heardEnd = false

    const apply = () => {
      cancelAnimationFrame(frame)
      frame = 0
      const events = queue
      queue = []
      if (events.length > 0) changeHistory(client, chatId, (history) => applyEvents(history, events))
    }
    const readLists = () => void client.invalidateQueries({ queryKey: ['chats'] })
    const finish = () => {
      heardEnd = true
      apply()
      void client.invalidateQueries({ queryKey })
      readLists()
    }
    const connect = () => {
      clearTimeout(timer)
      hangUp()
      hangUp = listenToTurn(chatId, {
        open() {
          wait = FIRST_WAIT_MS
          setLost(false)
        },
        event(event) {
          queue.push(event)
          // Another tab started the turn after this tab had loaded the chat.
          if (event.type === 'snapshot' && !knows(event.message.id))
            void client.invalidateQueries({ queryKey })
          if (event.type === 'end' || event.type === 'idle') finish()
          // Renders once per frame for any number of deltas.
          else frame ||= requestAnimationFrame(apply)
        },
        lost() {
          setLost(true)
          timer = setTimeout(connect, wait)
          wait = Math.min(wait * 2, MAX_RETRY_DELAY_MS)
        },
        paused() {
          timer = setTimeout(connect, POLL_INTERVAL_MS)
        },
      })
    }
    // A hidden tab closes its stream, because browsers limit connections per server.
    const onVisibility = () => {
      if (!document.hidden) return connect()
      clearTimeout(timer)
      hangUp()
    }

    if (!document.hidden) connect()
    document.addEventListener('visibilitychange', onVisibility)
    window.addEventListener('online', connect)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      window.removeEventListener('online', connect)
      clearTimeout(timer)
      apply()
      hangUp()
      setLost(false)
      if (!heardEnd) readLists() // without an end event, the chat lists are outdated, so they load again
    }
  }, [client, chatId, active])

  return active && lost
}
