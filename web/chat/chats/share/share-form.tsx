import { Check, Copy, Radio, UserRound, UsersRound } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { isSameChoice, type Chosen } from '../../../ui/artifacts/share/chosen.ts'
import { PeopleField } from '../../../ui/artifacts/share/people-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { exactTime } from '../../../ui/time.ts'
import type { OwnShare } from '#chatapp/shares/schema.ts'
import { errorText } from '../../api/client.ts'
import { common } from '../../messages.ts'
import { shareTexts as texts } from './messages.ts'
import { candidates, useShareMutations } from './queries.ts'

export interface ShareFormProps {
  chatId: string
  share: OwnShare | null
  onChanged(): unknown
}

const chosenIn = (share: OwnShare | null): Chosen[] =>
  (share?.people ?? []).map(({ id, name, email }) => ({ what: 'person', id, name: name || email }))

export function ShareForm({ chatId, share, onChanged }: ShareFormProps) {
  const {
    audience,
    setAudience,
    people,
    setPeople,
    live,
    setLive,
    details,
    setDetails,
    renew,
    setRenew,
    ...form
  } = useShareForm({ chatId, share, onChanged })
  return (
    <form onSubmit={form.save} className="flex flex-col gap-4">
      <Choices name={texts.who} value={audience} onChange={setAudience}>
        <Choice value="people" icon={UserRound} label={texts.people} hint={texts.peopleHint} />
        <Choice value="all" icon={UsersRound} label={texts.all} hint={texts.allHint} />
      </Choices>
      {audience === 'people' && (
        <PeopleField
          lookUp={(text) => candidates(chatId, text)}
          label={texts.find}
          agent={texts.agent}
          chosen={people}
          onChange={setPeople}
        />
      )}
      <Choices
        name={texts.what}
        value={live ? 'live' : 'copy'}
        onChange={(value) => setLive(value === 'live')}
      >
        <Choice value="copy" icon={Copy} label={texts.copy} hint={texts.copyHint} />
        <Choice value="live" icon={Radio} label={texts.live} hint={texts.liveHint} />
      </Choices>
      <div>
        {share && !share.live && !live && (
          <CheckField
            label={texts.renew}
            hint={texts.renewHint(exactTime(share.changed_at))}
            checked={renew}
            onChange={setRenew}
          />
        )}
        <CheckField label={texts.details} hint={texts.detailsHint} checked={details} onChange={setDetails} />
      </div>
      {form.problem && <Notice kind="failure">{form.problem}</Notice>}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="flex items-center gap-1.5 text-13 text-muted">
          {share && form.isSame && <Check aria-hidden className="size-4 shrink-0 text-ok" />}
          {share && (form.isSame ? texts.saved : texts.unsaved)}
        </p>
        <Button type="submit" look="primary" busy={form.busy} disabled={share !== null && form.isSame}>
          {share ? common.save : texts.make}
        </Button>
      </div>
    </form>
  )
}

function useShareForm({ chatId, share, onChanged }: ShareFormProps) {
  const { put } = useShareMutations(chatId, onChanged)
  const [audience, setAudience] = useState<string>(share?.audience ?? 'people')
  const [people, setPeople] = useState<readonly Chosen[]>(() => chosenIn(share))
  const [live, setLive] = useState(share?.live ?? false)
  const [details, setDetails] = useState(share?.details ?? false)
  const [renew, setRenew] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isForSome = audience === 'people'
  const isSame =
    share !== null &&
    audience === share.audience &&
    live === share.live &&
    details === share.details &&
    !(renew && !live) &&
    (!isForSome || isSameChoice(people, chosenIn(share)))
  function save(event: FormEvent) {
    event.preventDefault()
    if (isForSome && people.length === 0) return setProblem(texts.needOne)
    setProblem(null)
    put.mutate(
      {
        audience: isForSome ? 'people' : 'all',
        people: isForSome ? people.map(({ id }) => id) : [],
        live,
        details,
        renew,
      },
      { onSuccess: () => setRenew(false), onError: (error) => setProblem(errorText(error)) },
    )
  }
  return {
    audience,
    setAudience,
    people,
    setPeople,
    live,
    setLive,
    details,
    setDetails,
    renew,
    setRenew,
    problem,
    isSame,
    save,
    busy: put.isPending,
  }
}

interface ChoicesProps {
  name: string
  value: string
  onChange(value: string): void
  children: ReactNode
}

function Choices({ name, value, onChange, children }: ChoicesProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <h3 id={id} className="text-13 font-medium">
        {name}
      </h3>
      <RadioGroup.Root
        aria-labelledby={id}
        value={value}
        onValueChange={onChange}
        className="flex flex-col gap-1.5"
      >
        {children}
      </RadioGroup.Root>
    </div>
  )
}
