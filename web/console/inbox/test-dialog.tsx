import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { testInbox } from '#core/inbox/contract.ts'
import type { InboxEndpoint } from '#core/inbox/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { inbox } from './messages.ts'

const EXAMPLE = '{\n  "hello": "hub"\n}'

export function TestDialog({
  endpoint: { hub, name },
  onClose,
}: {
  endpoint: Pick<InboxEndpoint, 'hub' | 'name'>
  onClose(): void
}) {
  const [body, setBody] = useState(EXAMPLE)
  const [query, setQuery] = useState('')
  const test = useMutation({
    mutationFn: () =>
      call(testInbox, {
        body: {
          hub,
          endpoint: name,
          body,
          query: query.replace(/^\?/, ''),
          content_type: 'application/json',
        },
      }),
    onSuccess({ status, answer }) {
      toast({ text: inbox.testAnswer(status, answer), failure: status !== 200 })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={inbox.test}
      description={inbox.testText}
      closeLabel={common.close}
      className="max-w-xl"
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          test.mutate()
        }}
      >
        <TextArea code label={inbox.testBody} value={body} onChange={(e) => setBody(e.currentTarget.value)} />
        <Field
          label={inbox.testQuery}
          hint={inbox.testQueryHint}
          value={query}
          autoComplete="off"
          maxLength={2000}
          onChange={(e) => setQuery(e.currentTarget.value)}
        />
        {test.error && <Notice kind="failure">{errorText(test.error)}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" busy={test.isPending}>
            {inbox.testSend}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
