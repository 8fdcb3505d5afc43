import { ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { composer } from './messages.ts'
import type { PromptQueue, QueuedPrompt } from './queue.ts'

export interface QueuedPromptsProps {
  queue: PromptQueue
  running: boolean
  onEdit(prompt: QueuedPrompt): void
}

export const QueuedPrompts = ({ queue, running, onEdit }: QueuedPromptsProps) =>
  queue.prompts.length > 0 && (
    <ul aria-label={composer.queued} className="mb-2 flex max-h-40 flex-col gap-1 overflow-y-auto">
      {queue.prompts.map((prompt) => (
        <li
          key={prompt.key}
          className="flex items-center gap-1 rounded-l border border-line bg-sunken ps-3 text-14 text-muted"
        >
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {prompt.content || prompt.files.map(({ name }) => name).join(', ')}
          </span>
          <IconButton
            label={running ? composer.interrupt : composer.send}
            onClick={() => queue.sendNow(prompt)}
          >
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton label={composer.editQueued} onClick={() => onEdit(prompt)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={composer.removeQueued} onClick={() => queue.remove(prompt)}>
            <Trash2 aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
