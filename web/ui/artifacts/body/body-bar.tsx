import type { ReactNode } from 'react'
import { CopyButton } from '../../copy-button.tsx'
import { Segmented } from '../../segmented.tsx'
import { bodyTexts as body } from '../messages.ts'

export interface BodyBarProps<Look extends keyof typeof body.looks> {
  about?: ReactNode
  look?: NoInfer<Look>
  looks?: readonly Look[] | undefined
  onLook?(look: NoInfer<Look>): void
  copy?: () => string
}

export const BodyBar = <Look extends keyof typeof body.looks>(props: BodyBarProps<Look>) => {
  const { about, look, looks, onLook, copy } = props
  return (
    <div
      role="group"
      aria-label={body.toolbar}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1"
    >
      <span className="min-w-0 flex-1 text-12 text-faint tabular-nums">{about}</span>
      {copy && <CopyButton label={body.copy} copiedLabel={body.copied} text={copy} />}
      {look && looks && onLook && (
        <Segmented
          label={body.look}
          value={look}
          options={looks.map((value) => ({ value, label: body.looks[value] }))}
          onChange={onLook}
        />
      )}
    </div>
  )
}
