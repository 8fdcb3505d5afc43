import { Building2, Check, Lock, UsersRound } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useId, useState, type FormEvent } from 'react'
import { Button } from '../../button.tsx'
import { Choice } from '../../choice.tsx'
import { Notice } from '../../notice.tsx'
import { useApi } from '../../api.ts'
import { artifactTexts, sharingTexts as sharing } from '../messages.ts'
import type { ArtifactView, AudienceKind } from '#features/artifacts/schema.ts'
import { useShare } from '../queries.ts'
import { chosenOf, isSameChoice, type Chosen, type PeopleLookup } from './chosen.ts'
import { PeopleField } from './people-field.tsx'
import { findCandidates } from '#features/artifacts/contract.ts'
import type { CallRoute } from '../../call.ts'

const ICONS = { owner: Lock, people: UsersRound, hub: Building2 } as const

export function AudienceForm({ artifact }: { artifact: ArtifactView }) {
  const id = useId()
  const share = useShare(artifact.id)
  const { call, errorText } = useApi()
  const [kind, setKind] = useState<AudienceKind>(artifact.audience.kind)
  const [chosen, setChosen] = useState<readonly Chosen[]>(() => chosenOf(artifact.audience))
  const [problem, setProblem] = useState<string | null>(null)
  const [saved, setSaved] = useState('')
  const isSame =
    kind === artifact.audience.kind &&
    (kind !== 'people' || isSameChoice(chosen, chosenOf(artifact.audience)))
  const whom = artifact.hub_name
  const labels = { ...sharing.choices, hub: sharing.choices.hub(whom) }
  function save(event: FormEvent) {
    event.preventDefault()
    const isSome = kind === 'people'
    if (isSome && chosen.length === 0) return setProblem(sharing.needOne)
    setProblem(null)
    const idsOf = (what: Chosen['what']) =>
      isSome ? chosen.filter((one) => one.what === what).map((one) => one.id) : []
    share.mutate(
      { kind, people: idsOf('person'), groups: idsOf('group') },
      {
        onSuccess: ({ audience }) => {
          setChosen(chosenOf(audience))
          setSaved(savedText(audience.kind, chosen, whom))
        },
        onError: (error) => setProblem(errorText(error)),
      },
    )
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <h3 id={id} className="text-13 font-medium">
        {sharing.who}
      </h3>
      <RadioGroup.Root
        aria-labelledby={id}
        value={kind}
        onValueChange={(next) => {
          setKind(next as AudienceKind)
          setProblem(null)
        }}
        className="flex flex-col gap-1.5"
      >
        {(['owner', 'people', 'hub'] as const).map((value) => (
          <Choice
            key={value}
            value={value}
            icon={ICONS[value]}
            label={labels[value]}
            hint={sharing.hints[value]}
          />
        ))}
      </RadioGroup.Root>
      {kind === 'people' && (
        <PeopleField
          lookUp={(q) => candidates(call, artifact.id, q)}
          agent={whom}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      {problem && <Notice kind="failure">{problem}</Notice>}
      <div className="flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="flex items-center gap-1.5 text-13 text-muted">
          {isSame && saved && <Check aria-hidden className="size-4 shrink-0 text-ok" />}
          {isSame ? saved : sharing.unsaved}
        </p>
        <Button type="submit" look="primary" busy={share.isPending} disabled={isSame}>
          {sharing.save}
        </Button>
      </div>
    </form>
  )
}

function savedText(kind: AudienceKind, chosen: readonly Chosen[], hub: string): string {
  if (kind === 'owner') return sharing.saved.owner
  if (kind === 'hub') return sharing.saved.hub(hub)
  const of = (what: Chosen['what']) => chosen.filter((one) => one.what === what).length
  return sharing.saved.people(artifactTexts.withPeople(of('person'), of('group')))
}

const candidates = (call: CallRoute, id: string, q: string): PeopleLookup => ({
  queryKey: ['artifact-candidates', id, q],
  find: async (signal) => chosenOf(await call(findCandidates, { params: { id }, query: { q }, signal })),
})
