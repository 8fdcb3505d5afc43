import { Globe } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '../../badge.tsx'
import { Button } from '../../button.tsx'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { SelectField } from '../../select-field.tsx'
import { toast } from '../../toast.tsx'
import { useApi } from '../../api.ts'
import { sharingTexts } from '../messages.ts'
import { common } from '../../messages.ts'
import type { ArtifactView, PublicLink } from '#features/artifacts/schema.ts'
import { useCreateLink, useRevokeLink } from '../queries.ts'
import { LinkFacts } from './link-facts.tsx'
import { NewLink } from './new-link.tsx'

const { link: texts } = sharingTexts
const DAYS = [1, 7, 30, 90] as const

export function LinkBlock({ artifact }: { artifact: ArtifactView }) {
  const heading = useId()
  const [url, setUrl] = useState<string | null>(null)
  const { link = null, may_share_publicly: mayShare = false } = artifact
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 border-t border-line pt-5">
      <h3 id={heading} className="flex items-center gap-2 text-13 font-medium">
        <Globe aria-hidden className="size-4 text-muted" />
        {texts.title}
        {link && (
          <Badge tone={link.active ? 'warn' : 'neutral'}>{link.active ? texts.active : texts.off}</Badge>
        )}
      </h3>
      {url && <NewLink url={url} />}
      {link && <LinkFacts link={link} />}
      {link && <Revoke artifactId={artifact.id} link={link} onRevoked={() => setUrl(null)} />}
      {!mayShare ? (
        <p className="text-13 text-muted">{texts.refused}</p>
      ) : (
        !url && <CreateLink artifactId={artifact.id} isFirst={!link?.active} onCreated={setUrl} />
      )}
    </section>
  )
}

interface CreateLinkProps {
  artifactId: string
  isFirst: boolean
  onCreated(url: string): void
}

function CreateLink({ artifactId, isFirst, onCreated }: CreateLinkProps) {
  const [days, setDays] = useState('7')
  const create = useCreateLink(artifactId)
  const { errorText } = useApi()
  return (
    <div className="flex flex-col gap-2">
      <p className="text-13 text-muted">{isFirst ? texts.none : texts.replaceHint}</p>
      <div className="flex flex-wrap items-end gap-2">
        <SelectField
          label={texts.days}
          value={days}
          options={DAYS.map((day) => ({ value: String(day), label: texts.dayChoices(day) }))}
          onChange={(event) => setDays(event.currentTarget.value)}
          className="w-32"
        />
        <Button
          className="min-h-10"
          busy={create.isPending}
          onClick={() =>
            create.mutate(Number(days), {
              onSuccess: ({ url }) => url !== undefined && onCreated(url),
              onError: (error) => toast({ text: errorText(error), failure: true }),
            })
          }
        >
          {isFirst ? texts.create : texts.replace}
        </Button>
      </div>
    </div>
  )
}

interface RevokeProps {
  artifactId: string
  link: PublicLink
  onRevoked(): void
}

function Revoke({ artifactId, link, onRevoked }: RevokeProps) {
  const [asking, setAsking] = useState(false)
  const revoke = useRevokeLink(artifactId)
  const { errorText } = useApi()
  if (!link.active) return null
  return (
    <div>
      <Button onClick={() => setAsking(true)}>{texts.revoke}</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={texts.revokeTitle}
        confirmLabel={texts.revokeAct}
        cancelLabel={common.cancel}
        busy={revoke.isPending}
        onConfirm={() =>
          revoke.mutate(undefined, {
            onSuccess: () => {
              setAsking(false)
              onRevoked()
            },
            onError: (error) => toast({ text: errorText(error), failure: true }),
          })
        }
      >
        {texts.revokeText}
      </ConfirmDialog>
    </div>
  )
}
