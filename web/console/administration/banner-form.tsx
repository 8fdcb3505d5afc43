import { useState, type FormEvent } from 'react'
import type { BannerChange } from '#features/administration/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { errorText } from '../kit/api.ts'
import { choicesOf } from '../kit/filters.tsx'
import { signUp } from './messages.ts'
import { useBanner } from './queries.ts'

type Level = NonNullable<BannerChange['banner']>['level']

export function BannerForm({ banner }: { banner: BannerChange['banner'] }) {
  const [text, setText] = useState(banner?.text ?? '')
  const [level, setLevel] = useState<Level>(banner?.level ?? 'info')
  const [until, setUntil] = useState(() => localTime(banner?.until ?? null))
  const { mutate, error, isPending } = useBanner()
  const isOver = banner?.until != null && Date.parse(banner.until) <= Date.now()
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate({ banner: { text: text.trim(), level, until: until ? new Date(until).toISOString() : null } })
  }
  return (
    <form
      aria-labelledby="banner-form"
      onSubmit={submit}
      className="flex flex-col items-start gap-4 rounded-l border border-line bg-raised p-4"
    >
      <div>
        <h2 id="banner-form" className="text-16 font-semibold">
          {signUp.banner}
        </h2>
        <p className="max-w-prose text-13 text-muted">{signUp.bannerText}</p>
      </div>
      {error && <Notice kind="failure">{errorText(error)}</Notice>}
      {isOver && <Notice kind="info">{signUp.over}</Notice>}
      <TextArea
        label={signUp.text}
        className="w-full max-w-2xl"
        rows={2}
        required
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="flex flex-col items-start gap-1">
        <span className="text-13 font-medium">{signUp.level}</span>
        <Segmented<Level>
          label={signUp.level}
          value={level}
          options={choicesOf<Level>(signUp.levels).map(([value, label]) => ({ value, label }))}
          onChange={setLevel}
        />
      </div>
      <Field
        label={signUp.until}
        hint={signUp.untilHint}
        type="datetime-local"
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={isPending}>
          {signUp.show}
        </Button>
        {banner && (
          <Button disabled={isPending} onClick={() => mutate({ banner: null })}>
            {signUp.takeAway}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Value for `<input type="datetime-local">`, in the reader's zone. */
function localTime(at: string | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
