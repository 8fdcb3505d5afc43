import { Unplug } from 'lucide-react'
import type { Unreachable } from '#ground/api/schema.ts'
import { list } from './messages.ts'

export const Unreached = ({ hubs }: { hubs: Unreachable }) =>
  hubs === undefined || hubs.length === 0 ? null : (
    <p role="status" className="flex items-start gap-2 text-13 text-muted">
      <Unplug aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <span className="min-w-0 break-words">{list.unreached(hubs.map(({ name }) => name))}</span>
    </p>
  )
