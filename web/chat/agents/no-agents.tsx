import { Bot } from 'lucide-react'
import { agents } from './messages.ts'

/** The first screen of somebody to whom no agent is open. */
export function NoAgents({ administrator }: { administrator: boolean }) {
  return (
    <div className="mx-auto flex min-h-full max-w-md flex-col items-center justify-center gap-2 px-4 text-center">
      <Bot aria-hidden className="size-8 text-faint" />
      <h1 className="text-20 font-semibold">{agents.noneTitle}</h1>
      <p className="text-14 text-muted">{administrator ? agents.noneTextAdmin : agents.noneText}</p>
    </div>
  )
}
