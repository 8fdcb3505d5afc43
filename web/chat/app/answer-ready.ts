import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listTasks } from '#chatapp/turns/contract.ts'
import { call } from '../api/client.ts'
import { notify } from '../api/notices.ts'
import { chatQuery } from '../thread/queries.ts'
import { chatPage as texts } from './messages.ts'

/** Poll interval of a hidden tab. It has no stream, because browsers limit connections per server. */
const POLL_INTERVAL_MS = 5_000

export interface WatchedAnswer {
  chatId: string | null
  title: string | undefined
  siteName: string | undefined
  running: boolean
}

export function usePageTitle({ chatId, title, siteName, running }: WatchedAnswer): void {
  const client = useQueryClient()
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    document.title = [isReady && texts.ready, title, siteName].filter(Boolean).join(' · ')
  }, [isReady, title, siteName])
  useEffect(() => {
    const onVisibility = () => !document.hidden && setReady(false)
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])

  const before = useRef({ chatId, running })
  useEffect(() => {
    const was = before.current
    before.current = { chatId, running }
    if (!document.hidden || running || !was.running || was.chatId !== chatId) return
    setReady(true)
    notify(title || texts.ready, { body: texts.ready, tag: chatId! })
  }, [chatId, running, title])

  useEffect(() => {
    if (!running || chatId === null) return
    const look = async () => {
      if (!document.hidden) return
      const { task_ids } = await call(listTasks, { params: { id: chatId } })
      if (task_ids.length === 0) await client.invalidateQueries({ queryKey: chatQuery(chatId).queryKey })
    }
    const timer = setInterval(() => void look().catch(() => {}), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [client, chatId, running])
}
