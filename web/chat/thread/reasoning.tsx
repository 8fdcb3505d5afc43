import { Markdown } from '../../ui/markdown/markdown.tsx'
import { thread } from './messages.ts'
import { Fold } from './fold.tsx'

export interface ReasoningProps {
  text: string
  thinking: boolean
  /** The Hub that answers. */
  hub: string | undefined
}

export function Reasoning({ text, thinking, hub }: ReasoningProps) {
  return (
    <Fold
      label={
        <span className={thinking ? 'animate-breathe' : undefined}>
          {thinking ? thread.thinking : thread.reasoning}
        </span>
      }
    >
      <div className="text-14 text-muted">
        <Markdown text={text} growing={thinking} hub={hub} />
      </div>
    </Fold>
  )
}
