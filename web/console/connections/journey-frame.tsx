import { type ReactNode } from 'react'
import { Mark } from '../../ui/mark.tsx'
import { connections } from './messages.ts'
import { CONTENT, useWindowTitle } from '../kit/page.tsx'

const { journey: texts } = connections

export function JourneyFrame({ title, children }: { title: string; children: ReactNode }) {
  useWindowTitle(title)
  return (
    <main
      id={CONTENT}
      tabIndex={-1}
      className="flex min-h-0 flex-1 items-start justify-center overflow-y-auto bg-sunken px-4 py-6 outline-none sm:py-10"
    >
      <div className="my-auto flex w-full max-w-md flex-col gap-5 rounded-l border border-line bg-raised p-5 shadow-2 sm:p-7">
        <div className="flex items-center gap-2 text-13 font-medium text-muted">
          <Mark className="size-5" />
          {texts.title}
        </div>
        {children}
      </div>
    </main>
  )
}
