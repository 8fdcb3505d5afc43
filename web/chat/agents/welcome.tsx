import { AboutButton } from './about.tsx'
import type { Agent } from '../api/agents.ts'
import { agents as texts } from './messages.ts'
import { Starters } from './starters.tsx'

export interface WelcomeProps {
  agent: Agent
  disabled: boolean
  onPick(prompt: string): void
  onAbout(): void
}

export function Welcome({ agent, disabled, onPick, onAbout }: WelcomeProps) {
  return (
    <div className="mx-auto flex min-h-full w-full max-w-reading animate-appear flex-col justify-center gap-8 px-4 py-8">
      <div className="text-center">
        <h1 dir="auto" className="text-24 font-semibold text-balance break-words sm:text-32">
          {agent.name}
        </h1>
        <p dir="auto" className="mx-auto mt-2 max-w-xl text-16 text-balance text-muted">
          {agent.description || texts.fallbackDescription}
        </p>
        <div className="mt-2 flex justify-center">
          <AboutButton onOpen={onAbout} />
        </div>
      </div>
      <Starters starters={agent.suggestions} disabled={disabled} onPick={onPick} />
    </div>
  )
}
