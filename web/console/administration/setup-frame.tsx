import type { ReactNode } from 'react'
import type { MailSetup } from '#features/administration/setups/schema.ts'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { setups } from './messages.ts'

/** Why the settings are read-only. Null if the reader may change them. */
export const readOnlyText = ({
  set_by: setBy,
  may_change: mayChange,
}: Pick<MailSetup, 'set_by' | 'may_change'>): string | null => {
  if (setBy.length > 0) return setups.setByOperator(setBy.join(', '))
  return mayChange ? null : setups.off
}

export const ReadOnlyNote = ({ text }: { text: string }) => <Notice kind="info">{text}</Notice>

export const ChangedBy = ({ at, by }: { at: string | null; by: string | null }) =>
  at !== null &&
  by !== null && (
    <p className="text-12 text-faint">
      {setups.changedBy(by)} <When at={at} />
    </p>
  )

export const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-12 text-faint">{label}</dt>
    <dd className="text-14 break-words">{value}</dd>
  </div>
)

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">{children}</dl>
)
