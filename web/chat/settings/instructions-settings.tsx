import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { readInstructions, updateInstructions } from '#chatapp/accounts/instructions/contract.ts'
import type { Instructions } from '#chatapp/accounts/instructions/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { number } from '../../ui/language.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { instructionTexts as texts } from './instructions-messages.ts'

/** The server's limit in characters. */
const MAX_INSTRUCTIONS_LENGTH = 4000

const query = queryOptions({
  queryKey: ['instructions'],
  queryFn: ({ signal }) => call(readInstructions, { signal }),
})

export function InstructionsSettings() {
  const { data, error, refetch } = useQuery(query)
  return (
    <div className="flex flex-col gap-4">
      <p className="text-13 text-muted">{texts.text}</p>
      {data ? (
        <InstructionsForm kept={data} />
      ) : error ? (
        <Notice kind="failure" actions={<Button onClick={() => void refetch()}>{common.retry}</Button>}>
          {errorText(error)}
        </Notice>
      ) : (
        <Skeleton className="h-40" />
      )}
    </div>
  )
}

function InstructionsForm({ kept }: { kept: Instructions }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(kept)
  const save = useMutation({
    mutationFn: (body: Instructions) => call(updateInstructions, { body }),
    onSuccess(saved) {
      client.setQueryData(query.queryKey, saved)
      setDraft(saved)
      toast({ text: common.saved })
    },
  })
  const isSame = draft.text.trim() === kept.text && draft.is_on === kept.is_on
  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(draft)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {save.error && <Notice kind="failure">{errorText(save.error)}</Notice>}
      <div>
        <TextArea
          label={texts.field}
          value={draft.text}
          rows={8}
          dir="auto"
          maxLength={MAX_INSTRUCTIONS_LENGTH}
          placeholder={texts.example}
          onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
        />
        <p className="mt-1 text-end text-12 text-faint">
          {texts.count(number(draft.text.length), number(MAX_INSTRUCTIONS_LENGTH))}
        </p>
      </div>
      <CheckField
        label={texts.isOn}
        checked={draft.is_on}
        onChange={(isOn) => setDraft({ ...draft, is_on: isOn })}
      />
      <div>
        <Button type="submit" look="primary" busy={save.isPending} disabled={isSame}>
          {common.save}
        </Button>
      </div>
    </form>
  )
}
