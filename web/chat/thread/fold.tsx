import { ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'

export interface FoldProps {
  label: ReactNode
  icon?: ReactNode
  open?: boolean
  children: ReactNode
}

export function Fold({ label, icon, open = false, children }: FoldProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const id = useId()
  const shown = chosen ?? open
  return (
    <div>
      <button
        type="button"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setChosen(!shown)}
        className="group/fold -ms-1 flex min-h-8 max-w-full items-center gap-2 rounded-s px-1 text-start text-14 text-muted hover:text-text pointer-coarse:min-h-hit [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {icon}
        <span className="min-w-0 truncate group-aria-expanded/fold:break-words group-aria-expanded/fold:whitespace-normal">
          {label}
        </span>
        <ChevronRight
          aria-hidden
          className="text-faint transition-transform group-aria-expanded/fold:rotate-90 rtl:-scale-x-100 rtl:group-aria-expanded/fold:-rotate-90"
        />
      </button>
      <div id={id} hidden={!shown} className="ms-[0.4375rem] border-s border-line ps-4 pb-1">
        {shown && children}
      </div>
    </div>
  )
}
