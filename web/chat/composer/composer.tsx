import { ArrowUp, Paperclip, Square } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { AttachedFile } from '#chatapp/chats/schema.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { composer } from './messages.ts'
import { AttachmentChip } from './attachment-chip.tsx'
import { readyFiles, type Attachments } from './attachments.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { useGrowing } from './grow.ts'

export interface ComposerProps {
  /** Name of the draft: the chat's id, or that of a chat to come. */
  draftKey: string
  agentName: string
  attachments: Attachments
  field: RefObject<HTMLTextAreaElement | null>
  /** Why nothing can be sent at all; null when it can. */
  closed: ReactNode
  /** An answer is being written. */
  running: boolean
  /** Text put in from outside, such as a starter; each object is put in once. */
  insert?: { text: string } | null
  onStop(): void
  /** True when the server took it; else the message stays here. */
  onSend(prompt: { content: string; files: readonly AttachedFile[] }): Promise<boolean>
}

export function Composer(props: ComposerProps) {
  const { agentName, attachments, field, closed, running } = props
  const { text, setText, ready, send } = useDraft(props)

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // While an input method is open, Enter takes its word. Older browsers only tell by the key code.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || composing || !hasKeyboard()) return
    event.preventDefault()
    void send()
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = [...event.clipboardData.files]
    if (pasted.length === 0) return
    event.preventDefault()
    attachments.add(pasted)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="mx-auto w-full max-w-reading px-4 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <div className="rounded-xl border border-line-strong bg-raised shadow-1 transition-shadow focus-within:border-accent-text focus-within:shadow-2">
        <AttachedList {...attachments} />
        <textarea
          ref={field}
          aria-label={composer.label}
          placeholder={composer.placeholder(agentName)}
          dir="auto"
          rows={1}
          value={text}
          disabled={closed !== null}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="block max-h-[calc(10lh+1rem)] w-full resize-none overflow-y-auto bg-transparent px-4 pt-3 pb-1 text-16 leading-6 outline-none [field-sizing:content] placeholder:text-faint disabled:cursor-not-allowed"
        />
        <Actions {...props} ready={ready} />
      </div>
      <p
        role="status"
        className={cx('mt-1.5 text-center text-12 text-faint', closed === null ? 'truncate' : 'text-balance')}
      >
        {closed ?? (running || ready ? composer.note : (fileProblem(attachments) ?? composer.note))}
      </p>
    </form>
  )
}

/** What is about to be sent: kept while it is written, and back again when the server did not take it. */
function useDraft({ draftKey, attachments, field, closed, running, onSend }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(draftKey).text)
  useGrowing(field, text)
  const files = readyFiles(attachments.attachments)
  useEffect(() => keepDraft(draftKey, { text, files }))
  const blocked = closed ?? (running ? composer.busy : fileProblem(attachments))
  const ready = blocked === null && (text.trim() !== '' || files.length > 0)

  async function send() {
    if (!ready) return
    const sent = { text, attachments: attachments.attachments }
    setText('')
    attachments.reset([])
    keepDraft(draftKey, { text: '', files: [] })
    if (await onSend({ content: text, files })) return
    setText((newer) => newer || sent.text)
    attachments.reset(sent.attachments)
  }
  return { text, setText, ready, send }
}

const AttachedList = ({ attachments, remove, retry }: Attachments) =>
  attachments.length > 0 && (
    <ul className="flex max-h-40 flex-wrap gap-2 overflow-y-auto px-3 pt-3">
      {attachments.map((attachment) => (
        <AttachmentChip
          key={attachment.key}
          attachment={attachment}
          onRemove={() => remove(attachment)}
          onRetry={() => retry(attachment)}
        />
      ))}
    </ul>
  )

/** Attach on one side; on the other send, or stop while an answer is written. */
function Actions({ attachments, closed, running, ready, onStop }: ComposerProps & { ready: boolean }) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center justify-between gap-2 px-2 pb-2">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={composer.attach}
        onChange={(event) => {
          attachments.add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <IconButton label={composer.attach} disabled={closed !== null} onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden />
      </IconButton>
      {running ? (
        <IconButton label={composer.stop} onClick={onStop} look="filled">
          <Square aria-hidden className="scale-75 fill-current" />
        </IconButton>
      ) : (
        <IconButton type="submit" label={composer.send} aria-disabled={!ready} look="filled">
          <ArrowUp aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

function fileProblem({ attachments }: Attachments): string | null {
  if (attachments.some(({ state }) => state === 'failed')) return composer.failedFiles
  if (attachments.some(({ state }) => state === 'uploading')) return composer.waitForFiles
  return null
}

/** On a touch screen Enter makes a line, as everywhere on phones. */
const hasKeyboard = () =>
  matchMedia('(hover: hover) and (pointer: fine)').matches || !matchMedia('(pointer: coarse)').matches
