import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { exactTime } from '../../ui/time.ts'
import { audit } from './messages.ts'
import { common } from '../kit/messages.ts'

export type Fact = readonly [string, ReactNode]

export interface RecordDialogProps {
  title: string
  at: string
  facts: readonly Fact[]
  hash: string
  onClose(): void
}

export function RecordDialog({ title, at, facts, hash, onClose }: RecordDialogProps) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={exactTime(Date.parse(at) / 1000)}
      closeLabel={common.close}
      className="max-w-lg"
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-14 [&_dt]:text-faint">
        {shown.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
        <dt>{audit.hash}</dt>
        <dd className="min-w-0 font-mono text-12 break-all">{hash}</dd>
      </dl>
      <p className="mt-4 text-12 text-faint">{audit.hashText}</p>
    </Dialog>
  )
}
