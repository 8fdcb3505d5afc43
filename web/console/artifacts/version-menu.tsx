import { ChevronDown } from 'lucide-react'
import { Menu, MenuChoice } from '../../ui/menu.tsx'
import { formatSize } from '../../ui/size.ts'
import { exactTime } from '../../ui/time.ts'
import { artifacts } from './messages.ts'
import type { ArtifactDetail } from '#features/artifacts/schema.ts'

const { viewer } = artifacts

export interface VersionMenuProps {
  artifact: ArtifactDetail
  /** The one that is shown. */
  version: number
  onVersion(version: number): void
}

/** Which version is shown; with only one there is nothing to choose. */
export function VersionMenu({ artifact, version, onVersion }: VersionMenuProps) {
  if (artifact.versions.length < 2) return <span>{viewer.version(version)}</span>
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-s px-1 hover:bg-hover hover:text-text data-[state=open]:bg-hover"
        >
          {viewer.version(version)}
          <ChevronDown aria-hidden className="size-3.5" />
        </button>
      }
    >
      <MenuChoice
        label={viewer.versions}
        value={String(version)}
        options={artifact.versions.map((one) => ({
          value: String(one.version),
          label: `${viewer.version(one.version)}${one.version === artifact.version ? ` · ${viewer.newest}` : ''}`,
          detail: `${exactTime(Date.parse(one.created_at) / 1000)} · ${formatSize(one.size)}`,
        }))}
        onChange={(next) => onVersion(Number(next))}
      />
    </Menu>
  )
}
