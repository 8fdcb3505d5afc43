import type { ReactNode } from 'react'
import { Mark } from '../../ui/mark.tsx'

export function CenteredPage(props: { name: string; title: string; text?: string; children: ReactNode }) {
  const { name, title, text, children } = props
  return (
    <main className="flex min-h-full flex-col items-center justify-center bg-sunken px-4 py-10">
      <p className="mb-6 flex items-center gap-2 text-14 font-semibold">
        <Mark className="size-6" />
        {name}
      </p>
      <div className="w-full max-w-sm rounded-l border border-line bg-raised p-6 shadow-1">
        <h1 className="text-20 font-semibold text-balance">{title}</h1>
        {text && <p className="mt-1 text-14 text-muted">{text}</p>}
        <div className="mt-5">{children}</div>
      </div>
    </main>
  )
}
