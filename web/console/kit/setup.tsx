import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { setups } from './messages.ts'

interface SetupState {
  /** Names of the variables in which the operator set the same. */
  set_by: readonly string[]
  may_change: boolean
}

/** Why the settings are read-only. Null if the reader may change them. */
export const readOnlyText = ({ set_by: setBy, may_change: mayChange }: SetupState): string | null => {
  if (setBy.length > 0) return setups.setByOperator(setBy.join(', '))
  return mayChange ? null : setups.off
}

export const ReadOnlyNote = ({ text }: { text: string }) => <Notice kind="info">{text}</Notice>

export const UnreadableNote = () => <Notice kind="attention">{setups.unreadable}</Notice>

export const ChangedBy = ({ at, by }: { at: string | null; by: string | null }) =>
  at !== null &&
  by !== null && (
    <p className="text-12 break-words text-faint">
      {setups.changedBy(by)} <When at={at} />
    </p>
  )
