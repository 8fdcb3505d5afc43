import { Building2, Globe, Lock, UsersRound } from 'lucide-react'
import { Badge } from '../badge.tsx'
import { artifactTexts as texts } from './messages.ts'
import type { ArtifactView } from '#features/artifacts/schema.ts'

const ICONS = { owner: Lock, people: UsersRound, hub: Building2 } as const

export function AudienceBadge({ artifact }: { artifact: ArtifactView }) {
  const { kind } = artifact.audience
  const Icon = ICONS[kind]
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-1">
      <Badge icon={<Icon aria-hidden />}>{audienceText(artifact)}</Badge>
      {artifact.link?.active && (
        <Badge tone="warn" icon={<Globe aria-hidden />}>
          {texts.public}
        </Badge>
      )}
    </span>
  )
}

export function audienceText({ audience: { kind, people, groups }, mine }: ArtifactView): string {
  if (kind === 'owner' && !mine) return texts.audiences.ownerOfOther
  if (kind === 'people' && people.length + groups.length > 0)
    return texts.withPeople(people.length, groups.length)
  return texts.audiences[kind]
}
