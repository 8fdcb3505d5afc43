import type { ReactNode } from 'react'

export const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-12 text-faint">{label}</dt>
    <dd className="text-14 break-words">{value}</dd>
  </div>
)

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">{children}</dl>
)
