import { ChevronDown } from 'lucide-react'
import { Menu, MenuChoice } from '../menu.tsx'
import { formatSize } from '../size.ts'
import { exactTime } from '../time.ts'
import { artifactTexts as texts } from './messages.ts'
import type { ArtifactDetail } from '#features/artifacts/schema.ts'

export interface VersionMenuProps {
  artifact: ArtifactDetail
  version: number
  onVersion(version: number): void
}

export function VersionMenu({ artifact, version, onVersion }: VersionMenuProps) {
  if (artifact.versions.length < 2) return <span>{texts.version(version)}</span>
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-s px-1 hover:bg-hover hover:text-text data-[state=open]:bg-hover"
        >
          {texts.version(version)}
          <ChevronDown aria-hidden className="size-3.5" />
        </button>
      }
    >
      <MenuChoice
        label={texts.versions}
        value={String(version)}
        options={artifact.versions.map((one) => ({
          value: String(one.version),
          label: `${texts.version(one.version)}${one.version === artifact.version ? ` · ${texts.newest}` : ''}`,
          detail: `${exactTime(Date.parse(one.created_at) / 1000)} · ${formatSize(one.size)}`,
        }))}
        onChange={(next) => onVersion(Number(next))}
      />
    </Menu>
  )
}
