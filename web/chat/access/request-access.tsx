import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { AccessRequestView } from '#chatapp/access-requests/schema.ts'
import { ApiError } from '../../ui/call.ts'
import { Button } from '../../ui/button.tsx'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { When } from '../../ui/when.tsx'
import { accessRequestsQuery, requestAccess } from '../api/access-requests.ts'
import { errorText } from '../api/client.ts'
import { closedTexts as texts } from './closed-messages.ts'

/** The server's limit in characters. */
const MAX_NOTE_LENGTH = 300
const POLL_INTERVAL_MS = 5000

export interface RequestAccessProps {
  id: string
  /** True inside a notice, where a button opens the form. */
  isInline?: boolean
  /** Called if the server refuses the request because the person already has access. */
  onOpen?(): void
}

export function RequestAccess({ id, ...form }: RequestAccessProps) {
  const { data } = useQuery({ ...accessRequestsQuery, refetchInterval: POLL_INTERVAL_MS })
  if (!data) return null
  const request = data.find((one) => one.id === id)
  return request && request.state !== 'given' ? (
    <Asked request={request} />
  ) : (
    <AskForm key={id} id={id} {...form} />
  )
}

function Asked({
  request: { state, asked_at: askedAt, decided_at: decidedAt },
}: {
  request: AccessRequestView
}) {
  const isDeclined = state === 'declined'
  return (
    <p role="status" className="text-14 text-muted">
      <span className="font-medium text-text">
        {isDeclined ? texts.declined : texts.asked}{' '}
        <When at={new Date((decidedAt ?? askedAt) * 1000).toISOString()} />.
      </span>{' '}
      {isDeclined ? texts.askAgainLater : texts.willBeTold}
    </p>
  )
}

function AskForm({ id, isInline = false, onOpen }: RequestAccessProps) {
  const client = useQueryClient()
  const [isShown, setShown] = useState(!isInline)
  const [note, setNote] = useState('')
  const ask = useMutation({
    mutationFn: () => requestAccess(id, note),
    onSuccess: (request) =>
      client.setQueryData(accessRequestsQuery.queryKey, (before = []) => [
        request,
        ...before.filter((one) => one.id !== id),
      ]),
    onError: (error) => error instanceof ApiError && error.code === 'agent_open' && onOpen?.(),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    ask.mutate()
  }
  if (!isShown) return <Button onClick={() => setShown(true)}>{texts.ask}</Button>
  return (
    <form onSubmit={submit} className="flex w-full flex-col gap-3 text-start">
      <TextArea
        ref={isInline ? focusAtOnce : undefined}
        label={texts.why}
        value={note}
        rows={2}
        dir="auto"
        maxLength={MAX_NOTE_LENGTH}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {ask.error && <Notice kind="failure">{errorText(ask.error)}</Notice>}
      <Button
        type="submit"
        look="primary"
        className={isInline ? 'self-start' : 'self-center'}
        busy={ask.isPending}
      >
        {texts.ask}
      </Button>
    </form>
  )
}
