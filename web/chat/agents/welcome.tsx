import { AboutButton } from './about.tsx'
import type { Agent } from '../api/agents.ts'
import { agents as texts } from './messages.ts'

export interface WelcomeProps {
  agent: Agent
  /** Nothing can be asked now. */
  disabled: boolean
  onPick(prompt: string): void
  onAbout(): void
}

/** The first screen of a chat: who answers, and ways to begin. */
export function Welcome({ agent, disabled, onPick, onAbout }: WelcomeProps) {
  const starters = agent.suggestions.slice(0, 4)
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
      {starters.length > 0 && (
        <ul aria-label={texts.suggestions} className="grid gap-2 sm:grid-cols-2">
          {starters.map((starter) => (
            <li key={starter}>
              <button
                type="button"
                disabled={disabled}
                onClick={() => onPick(starter)}
                className="flex h-full min-h-14 w-full items-center rounded-l border border-line bg-raised px-4 py-3 text-start text-14 break-words whitespace-pre-line shadow-1 transition-colors [overflow-wrap:anywhere] enabled:hover:bg-hover disabled:cursor-not-allowed disabled:opacity-50"
              >
                <span dir="auto" className="line-clamp-3 w-full text-start">
                  {starter}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
