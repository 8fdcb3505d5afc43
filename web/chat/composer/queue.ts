import { useEffect, useRef, useState } from 'react'
import type { AttachedFile, MessageState } from '#chatapp/chats/schema.ts'
import { tabEntries } from '../../ui/storage.ts'
import { newId } from '../api/turns.ts'

export interface WaitingPrompt {
  content: string
  files: readonly AttachedFile[]
}

export interface QueuedPrompt extends WaitingPrompt {
  key: string
}

export interface QueueOptions {
  chatKey: string
  running: boolean
  newest: MessageState | undefined
  onStop(): void
  onSend(prompt: WaitingPrompt): Promise<boolean>
}

export type PromptQueue = ReturnType<typeof useQueue>

/** After a reload while no answer runs, queued messages wait until the person sends them. */
export function useQueue({ chatKey, running, newest, onStop, onSend }: QueueOptions) {
  const [prompts, setPrompts] = useState(() => readQueue(chatKey))
  const [held, setHeld] = useState(() => !running)
  const [sending, setSending] = useState(false)
  const interrupting = useRef(false)
  const wasRunning = useRef(running)
  useEffect(() => keepQueue(chatKey, prompts), [chatKey, prompts])

  async function sendNext([next, ...rest]: readonly QueuedPrompt[]) {
    if (!next) return
    interrupting.current = false
    setSending(true)
    setPrompts(rest)
    if (!(await onSend(next))) {
      setPrompts((newer) => [next, ...newer])
      setHeld(true)
    }
    setSending(false)
  }
  useEffect(() => {
    const hasEnded = wasRunning.current && !running
    wasRunning.current = running
    if (running || sending || prompts.length === 0) return
    if (hasEnded && newest !== 'done' && !interrupting.current) setHeld(true)
    else if (!held || interrupting.current) void sendNext(prompts)
    // oxlint-disable-next-line react/exhaustive-deps -- acts are made anew with every render and do the same
  }, [running, sending, prompts, held, newest])

  function interruptWith(first: QueuedPrompt) {
    interrupting.current = true
    setHeld(false)
    setPrompts((all) => [first, ...all.filter(({ key }) => key !== first.key)])
    if (running) onStop()
  }
  return {
    prompts,
    add(prompt: WaitingPrompt) {
      setHeld(false)
      setPrompts((all) => [...all, { ...prompt, key: newId() }])
    },
    addFirst: (prompt: WaitingPrompt) => interruptWith({ ...prompt, key: newId() }),
    sendNow: interruptWith,
    remove: ({ key }: QueuedPrompt) => setPrompts((all) => all.filter((other) => other.key !== key)),
    /** Stopping an answer must not send the next message. */
    stop() {
      setHeld(true)
      onStop()
    },
  }
}

function readQueue(chatKey: string): readonly QueuedPrompt[] {
  try {
    const stored: unknown = JSON.parse(tabEntries.read(address(chatKey)) ?? '[]')
    return Array.isArray(stored) ? (stored as QueuedPrompt[]) : []
  } catch {
    return []
  }
}

function keepQueue(chatKey: string, prompts: readonly QueuedPrompt[]): void {
  tabEntries.write(address(chatKey), prompts.length > 0 ? JSON.stringify(prompts) : null)
}

const address = (chatKey: string) => `queue:${chatKey}`
