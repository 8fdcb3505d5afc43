import { Markdown } from '../../ui/markdown/markdown.tsx'
import { thread } from './messages.ts'
import { Fold } from './fold.tsx'

export function Reasoning({ text, thinking }: { text: string; thinking: boolean }) {
  return (
    <Fold
      label={
        <span className={thinking ? 'animate-breathe' : undefined}>
          {thinking ? thread.thinking : thread.reasoning}
        </span>
      }
    >
      <div className="text-14 text-muted">
        <Markdown text={text} growing={thinking} />
      </div>
    </Fold>
  )
}
