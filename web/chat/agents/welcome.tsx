import { AboutButton } from './about.tsx'
import type { Agent } from '../api/agents.ts'
import { AgentSign } from './agent-sign.tsx'
import { agents as texts } from './messages.ts'

/** The head of the start page, above the composer. */
export const Welcome = ({ agent, onAbout }: { agent: Agent; onAbout(): void }) => (
  <div className="mx-auto flex w-full max-w-reading animate-appear flex-col items-center px-4 py-6 text-center short:flex-row short:justify-center short:gap-x-3 short:py-1">
    <AgentSign {...agent} className="mb-3 size-12 text-20 short:hidden" />
    <h1
      dir="auto"
      className="max-w-full text-24 font-semibold text-balance break-words sm:text-32 short:text-20"
    >
      {agent.name}
    </h1>
    <p dir="auto" className="mt-2 max-w-xl text-16 text-balance text-muted short:sr-only">
      {agent.description || texts.fallbackDescription}
    </p>
    <div className="mt-2 short:mt-0">
      <AboutButton onOpen={onAbout} />
    </div>
  </div>
)
