import type { ReactNode } from 'react'

export interface EmptyProps {
  icon: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

export const Empty = ({ icon, title, children, action }: EmptyProps) => (
  <div className="flex flex-col items-center gap-1 rounded-l border border-dashed border-line px-6 py-14 text-center">
    <span className="mb-2 text-faint [&_svg]:size-6">{icon}</span>
    <p className="text-14 font-medium">{title}</p>
    {children && <div className="max-w-prose text-13 text-muted">{children}</div>}
    {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
  </div>
)
