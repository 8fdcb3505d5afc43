import { useRef, useState } from 'react'
import type { FieldProblem } from '#ground/turn/question/schema.ts'

export interface SendingOptions {
  errorText(error: unknown): string
  onSent(): void
  onInvalid(): void
}

/** Sends one answer at a time. `busy` names the act that is being sent. */
export function useSending({ errorText, onSent, onInvalid }: SendingOptions) {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isBusy = useRef(false)

  async function send(name: string, work: () => Promise<unknown>): Promise<void> {
    if (isBusy.current) return // a double click reaches this before the button is disabled
    isBusy.current = true
    setBusy(name)
    setFailure(null)
    try {
      const wrong = await work()
      if (!Array.isArray(wrong) || wrong.length === 0) return onSent()
      setProblems(wrong as FieldProblem[])
      onInvalid()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      isBusy.current = false
      setBusy(null)
    }
  }
  return { problems, busy, failure, send }
}
